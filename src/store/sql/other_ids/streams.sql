-- needs: wh_active_streams, wh_event_store, wh_outbox, wh_perspective_events
-- Which of some ids are streams, by stream indexes only.
-- $1 ids
SELECT named.id, NULL::uuid AS related, NULL::text AS name
FROM unnest($1::uuid[]) AS named (id)
WHERE EXISTS (SELECT FROM wh_active_streams AS a WHERE a.stream_id = named.id)
    OR EXISTS (SELECT FROM wh_perspective_events AS p WHERE p.stream_id = named.id)
    OR EXISTS (SELECT FROM wh_event_store AS e WHERE e.stream_id = named.id)
    OR EXISTS (SELECT FROM wh_outbox AS o WHERE o.stream_id = named.id AND o.scheduled_for IS NOT NULL)
