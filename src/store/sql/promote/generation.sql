-- needs: wh_dead_letters
-- The generation of the newest dead letter; its id is time-ordered, so the primary key finds it.
SELECT d.generation FROM wh_dead_letters AS d ORDER BY d.dead_letter_id DESC LIMIT 1
