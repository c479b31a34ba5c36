-- needs: wh_perspective_events
-- $1 ids  $2 the holder that each must still have
UPDATE wh_perspective_events AS w SET instance_id = NULL, lease_expiry = NULL
FROM unnest($1::uuid[], $2::uuid[]) AS lease (id, holder)
WHERE w.event_work_id = lease.id AND w.processed_at IS NULL AND w.instance_id = lease.holder
RETURNING w.event_work_id AS id
