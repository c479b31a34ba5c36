-- needs: wh_event_store, wh_perspective_events
-- Which of some ids are events, with the work rows that projections have of each.
-- $1 ids
SELECT e.event_id AS id, w.event_work_id AS related, w.perspective_name::text AS name
FROM wh_event_store AS e
LEFT JOIN wh_perspective_events AS w ON w.stream_id = e.stream_id AND w.event_id = e.event_id
WHERE e.event_id = ANY ($1)
ORDER BY e.event_id, w.perspective_name, w.event_work_id
