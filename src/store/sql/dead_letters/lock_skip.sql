-- needs: wh_dead_letters
-- $1 ids
SELECT d.dead_letter_id AS id
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
ORDER BY d.stream_id, d.dead_letter_id
FOR UPDATE SKIP LOCKED
