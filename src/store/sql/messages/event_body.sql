-- needs: wh_event_store.event_data, wh_event_store.metadata
-- lacks: wh_event_body
-- The body of a stored event, as it is stored.
-- $1 event
SELECT e.event_id AS id, e.event_data::text AS body, e.metadata::text AS metadata, e.scope::text AS scope
FROM wh_event_store AS e
WHERE e.event_id = $1
