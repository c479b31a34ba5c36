-- needs: wh_inbox.status
-- A new message has no event yet and was not published, whatever the one was that it is made from.
-- $1 message
UPDATE wh_inbox AS w SET status = w.status & ~6 WHERE w.message_id = $1
