-- needs: wh_dead_letters
-- The same dead letters in the schema that the search_path leads to.
-- $1 dead letters
SELECT d.dead_letter_id, d.recovered_at IS NOT NULL AS recovered
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
