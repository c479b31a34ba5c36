-- needs: wh_outbox
-- $1 ids
SELECT w.message_id AS id FROM wh_outbox AS w WHERE w.message_id = ANY ($1) ORDER BY w.stream_id, w.created_at, w.message_id FOR UPDATE
