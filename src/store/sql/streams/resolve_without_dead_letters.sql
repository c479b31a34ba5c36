-- needs: wh_active_streams, wh_event_store, wh_inbox, wh_outbox, wh_perspective_events
-- lacks: wh_dead_letters
-- Which stream an id leads to, whether as a stream or a message, by primary keys and stream indexes only.
-- $1 id
SELECT
    EXISTS (SELECT FROM wh_active_streams AS a WHERE a.stream_id = $1)
        OR EXISTS (SELECT FROM wh_perspective_events AS p WHERE p.stream_id = $1)
        OR EXISTS (SELECT FROM wh_event_store AS e WHERE e.stream_id = $1)
        OR EXISTS (SELECT FROM wh_outbox AS o WHERE o.stream_id = $1 AND o.scheduled_for IS NOT NULL) AS is_stream,
    found.source_table, found.stream_id, found.message_id, found.dead_letter_id,
    0::bigint AS dead_letters
FROM (SELECT) AS one
LEFT JOIN LATERAL (
    SELECT 'wh_outbox' AS source_table, o.stream_id, o.message_id, NULL::uuid AS dead_letter_id
    FROM wh_outbox AS o WHERE o.message_id = $1
    UNION ALL
    SELECT 'wh_inbox', i.stream_id, i.message_id, NULL FROM wh_inbox AS i WHERE i.message_id = $1
    UNION ALL
    SELECT 'wh_perspective_events', p.stream_id, p.event_work_id, NULL
    FROM wh_perspective_events AS p WHERE p.event_work_id = $1
    UNION ALL
    SELECT 'wh_event_store', e.stream_id, e.event_id, NULL FROM wh_event_store AS e WHERE e.event_id = $1
    LIMIT 1
) AS found ON true
