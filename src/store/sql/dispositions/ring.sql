-- Rings instances: an UPDATE of a dead letter wakes nobody, and otherwise they look every 10 minutes.
-- $1 instances
SELECT pg_notify('wh_work_i_' || instance.id, 'deadletter') AS rung FROM unnest($1::uuid[]) AS instance (id)
