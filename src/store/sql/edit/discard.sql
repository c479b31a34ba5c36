-- needs: wh_dead_letters
-- $1 dead letter
DELETE FROM wh_dead_letters AS d WHERE d.dead_letter_id = $1
