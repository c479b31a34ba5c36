-- needs: wh_active_streams, wh_event_store, wh_outbox, wh_perspective_events
-- Which of some ids are events, with the work rows that projections have of each; and which are streams, without.
-- Primary keys and stream indexes only.
-- $1 ids
SELECT e.event_id AS id, w.event_work_id, w.perspective_name::text
FROM wh_event_store AS e
JOIN wh_perspective_events AS w ON w.stream_id = e.stream_id AND w.event_id = e.event_id
WHERE e.event_id = ANY ($1)
UNION ALL
SELECT named.id, NULL, NULL
FROM unnest($1::uuid[]) AS named (id)
WHERE EXISTS (SELECT FROM wh_active_streams AS a WHERE a.stream_id = named.id)
    OR EXISTS (SELECT FROM wh_perspective_events AS p WHERE p.stream_id = named.id)
    OR EXISTS (SELECT FROM wh_event_store AS e WHERE e.stream_id = named.id)
    OR EXISTS (SELECT FROM wh_outbox AS o WHERE o.stream_id = named.id AND o.scheduled_for IS NOT NULL)
ORDER BY id, perspective_name, event_work_id
