-- needs: wh_outbox.event_data, wh_inbox.event_data
-- The body of a message that waits, as it is stored.
-- $1 message
SELECT w.message_id AS id, w.event_data::text AS body, w.metadata::text AS metadata, w.scope::text AS scope
FROM wh_outbox AS w WHERE w.message_id = $1
UNION ALL
SELECT w.message_id, w.event_data::text, w.metadata::text, w.scope::text
FROM wh_inbox AS w WHERE w.message_id = $1
