-- needs: wh_inbox_state
-- $1 ids  $2 the holder that each must still have
UPDATE wh_inbox_state AS w SET instance_id = NULL, lease_expiry = NULL
FROM unnest($1::uuid[], $2::uuid[]) AS lease (id, holder)
WHERE w.message_id = lease.id AND w.processed_at IS NULL AND w.instance_id = lease.holder
RETURNING w.message_id AS id
