-- needs: wh_inbox.status
-- $1 ids
SELECT w.message_id AS id FROM wh_inbox AS w WHERE w.message_id = ANY ($1) ORDER BY w.stream_id, w.received_at, w.message_id FOR UPDATE SKIP LOCKED
