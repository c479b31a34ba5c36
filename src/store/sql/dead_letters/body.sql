-- needs: wh_dead_letters
-- The body of a dead letter, laid out for reading; its numbers are as they are stored.
-- $1 id
SELECT d.dead_letter_id AS id, jsonb_pretty(d.envelope -> 'event_data') AS body, NULL AS metadata, NULL AS scope
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = $1
