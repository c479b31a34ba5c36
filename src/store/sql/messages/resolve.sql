-- needs: wh_dead_letters
-- The message that a dead letter is about.
-- $1 dead letter
SELECT d.source_id AS id FROM wh_dead_letters AS d WHERE d.dead_letter_id = $1
