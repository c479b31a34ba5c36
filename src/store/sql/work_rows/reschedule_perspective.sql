-- needs: wh_perspective_events
-- $1 ids  $2 the schedule that each must still have  $3 the one that each gets  $4 reset the count
UPDATE wh_perspective_events AS w SET
    scheduled_for = change.scheduled_for,
    instance_id = NULL,
    lease_expiry = NULL,
    attempts = CASE WHEN $4 THEN 0 ELSE w.attempts END
FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS change (id, expected, scheduled_for)
WHERE w.event_work_id = change.id
  AND w.processed_at IS NULL
  AND w.scheduled_for IS NOT DISTINCT FROM change.expected
RETURNING w.event_work_id AS id
