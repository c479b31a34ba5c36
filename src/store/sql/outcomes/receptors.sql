-- needs: wh_receptor_processing.event_id, whizbang_operator
-- The messages among these that a receptor has handled since a time. No index serves this, so it is read only while the
-- table is small (see messages/unsearched.sql).
-- $1 messages  $2 since
SELECT DISTINCT r.event_id AS id
FROM wh_receptor_processing AS r
WHERE r.event_id = ANY ($1) AND r.completed_at >= $2 AND pg_relation_size('wh_receptor_processing') <= 64 * 1024 * 1024
