-- needs: wh_event_store.event_data
-- Which of these events have a body (era B, facts §1.8).
-- $1 events
SELECT e.event_id AS id FROM wh_event_store AS e WHERE e.event_id = ANY ($1) AND e.event_data IS NOT NULL
