-- needs: wh_inbox, wh_outbox, wh_perspective_events
-- Which of some ids are those of work rows, and in which table.
-- $1 ids
SELECT o.message_id AS id, NULL::uuid AS related, 'wh_outbox' AS name FROM wh_outbox AS o WHERE o.message_id = ANY ($1)
UNION ALL
SELECT i.message_id, NULL, 'wh_inbox' FROM wh_inbox AS i WHERE i.message_id = ANY ($1)
UNION ALL
SELECT p.event_work_id, NULL, 'wh_perspective_events' FROM wh_perspective_events AS p WHERE p.event_work_id = ANY ($1)
