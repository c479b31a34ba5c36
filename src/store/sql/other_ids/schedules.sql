-- needs: wh_schedules
-- Which of some ids are those of schedules, with the stream of their occurrences.
-- $1 ids
SELECT s.schedule_id AS id, s.stream_id AS related, NULL::text AS name FROM wh_schedules AS s WHERE s.schedule_id = ANY ($1)
