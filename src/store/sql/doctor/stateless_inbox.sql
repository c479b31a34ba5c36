-- needs: wh_inbox, wh_inbox_state
-- Inbox rows that can never be claimed, because they have no state row (facts §1.3): how many, and the earliest.
WITH stateless AS (
    SELECT i.message_id, i.received_at FROM wh_inbox AS i
    WHERE NOT EXISTS (SELECT FROM wh_inbox_state AS s WHERE s.message_id = i.message_id)
)
SELECT (SELECT count(*) FROM stateless) AS count,
       ARRAY(SELECT s.message_id FROM stateless AS s ORDER BY s.received_at, s.message_id LIMIT 5) AS earliest
