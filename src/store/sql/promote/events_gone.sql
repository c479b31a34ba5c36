-- needs: wh_event_store
-- Which of these events are no longer in the event store.
-- $1 event ids
SELECT asked.id
FROM unnest($1::uuid[]) AS asked (id)
WHERE NOT EXISTS (SELECT FROM wh_event_store AS e WHERE e.event_id = asked.id)
