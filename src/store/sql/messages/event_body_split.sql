-- needs: wh_event_store, wh_event_body
-- The body of a stored event, from its own table or, in the in-between state, from the event itself. The columns of
-- the event are named without their table: where it has none, the names find the nulls in "absent".
-- $1 event
SELECT row.*
FROM (SELECT NULL::jsonb AS event_data, NULL::jsonb AS metadata) AS absent
CROSS JOIN LATERAL (
    SELECT e.event_id AS id,
           coalesce((SELECT b.event_data FROM wh_event_body AS b WHERE b.event_id = e.event_id), event_data)::text AS body,
           coalesce((SELECT b.metadata FROM wh_event_body AS b WHERE b.event_id = e.event_id), metadata)::text AS metadata,
           e.scope::text AS scope
    FROM wh_event_store AS e
    WHERE e.event_id = $1
) AS row
