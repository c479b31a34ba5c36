-- needs: wh_dead_letters, function mark_dead_letter_permanently_failed
-- $1 dead letters
SELECT mark_dead_letter_permanently_failed(given_up.id) FROM unnest($1::uuid[]) AS given_up (id)
