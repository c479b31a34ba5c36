-- needs: wh_dead_letters
-- Which of these dead letters another schema has too, unrecovered. Bare names are that schema's.
-- $1 dead letters
SELECT d.dead_letter_id AS id
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1) AND d.recovered_at IS NULL
