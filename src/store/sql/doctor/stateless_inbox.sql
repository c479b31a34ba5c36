-- needs: wh_inbox, wh_inbox_state
-- Inbox rows that can never be claimed, because they have no state row (facts §1.3).
SELECT count(*) AS rows
FROM wh_inbox AS i
WHERE NOT EXISTS (SELECT FROM wh_inbox_state AS s WHERE s.message_id = i.message_id)
