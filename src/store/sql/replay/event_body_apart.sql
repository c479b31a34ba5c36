-- needs: wh_event_body
-- Which of these events have a body (era C on, facts §1.8).
-- $1 events
SELECT b.event_id AS id FROM wh_event_body AS b WHERE b.event_id = ANY ($1) AND b.event_data IS NOT NULL
