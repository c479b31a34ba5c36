-- needs: wh_receptor_processing.event_id
-- What receptors did with an event. No index serves this: read only while the table is small.
-- $1 event
SELECT r.receptor_name::text, r.status::int, r.attempts, r.error, r.started_at, r.completed_at
FROM wh_receptor_processing AS r
WHERE r.event_id = $1
ORDER BY r.started_at, r.receptor_name
