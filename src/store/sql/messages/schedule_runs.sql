-- needs: wh_schedule_runs
-- The runs of which a message is the occurrence. No index serves this: read only while the table is small.
-- $1 message
SELECT r.run_id, r.schedule_id, r.fired_at, r.status::int, left(r.error_message, 4000) AS error
FROM wh_schedule_runs AS r
WHERE r.occurrence_id = $1
ORDER BY r.run_id
