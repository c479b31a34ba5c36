-- needs: wh_schedules
-- $1 schedule
SELECT s.schedule_id, s.schedule_key::text, s.next_fire_at, s.delivery_guarantee::int, s.status::int
FROM wh_schedules AS s
WHERE s.schedule_id = $1
