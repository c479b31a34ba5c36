-- needs: wh_schedules, wh_schedule_runs
-- The schedule of an occurrence and the run that failed (facts §1.13).
-- $1 schedule (as text)  $2 occurrence
SELECT s.schedule_key, s.next_fire_at, r.fired_at, left(r.error_message, 4000) AS run_error
FROM (SELECT) AS one
LEFT JOIN wh_schedules AS s ON s.schedule_id::text = lower($1)
LEFT JOIN LATERAL (
    SELECT run.fired_at, run.error_message FROM wh_schedule_runs AS run
    WHERE run.occurrence_id = $2 ORDER BY run.run_id DESC LIMIT 1
) AS r ON true
