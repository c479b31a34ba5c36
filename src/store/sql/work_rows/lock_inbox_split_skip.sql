-- needs: wh_inbox, wh_inbox_state
-- The inbox rows first, then their state rows (facts §5); an inbox row without one is locked alone.
-- $1 ids
WITH inbox AS MATERIALIZED (
    SELECT w.message_id FROM wh_inbox AS w WHERE w.message_id = ANY ($1)
    ORDER BY w.stream_id, w.received_at, w.message_id FOR UPDATE SKIP LOCKED
), state AS MATERIALIZED (
    SELECT s.message_id FROM wh_inbox_state AS s WHERE s.message_id IN (SELECT message_id FROM inbox)
    ORDER BY s.stream_id, s.received_at, s.message_id FOR UPDATE SKIP LOCKED
)
SELECT i.message_id AS id FROM inbox AS i
WHERE EXISTS (SELECT FROM state AS s WHERE s.message_id = i.message_id)
   OR NOT EXISTS (SELECT FROM wh_inbox_state AS s WHERE s.message_id = i.message_id)
