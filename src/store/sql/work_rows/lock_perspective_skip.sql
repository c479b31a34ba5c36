-- needs: wh_perspective_events
-- $1 ids
SELECT w.event_work_id AS id FROM wh_perspective_events AS w WHERE w.event_work_id = ANY ($1) ORDER BY w.stream_id, w.perspective_name, w.event_id FOR UPDATE SKIP LOCKED
