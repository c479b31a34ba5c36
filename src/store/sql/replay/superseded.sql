-- needs: wh_dead_letters
-- Dead letters as they are, without their bodies, which giving them up does not change.
-- $1 dead letters
SELECT d.dead_letter_id AS id, to_jsonb(d) - 'envelope' - 'metadata' AS image
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
