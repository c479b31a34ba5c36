-- needs: wh_schedules
-- Whether an id is that of a schedule, and the stream of its occurrences.
-- $1 id
SELECT s.stream_id FROM wh_schedules AS s WHERE s.schedule_id = $1
