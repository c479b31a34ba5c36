-- Rings these instances when the transaction commits.
-- $1 payload  $2 instances
SELECT pg_notify('wh_work_i_' || instance_id, $1) FROM unnest($2::uuid[]) AS rung (instance_id)
