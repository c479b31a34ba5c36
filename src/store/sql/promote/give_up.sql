-- needs: function mark_dead_letter_permanently_failed
-- $1 dead letters
SELECT mark_dead_letter_permanently_failed(id) FROM unnest($1::uuid[]) AS d (id)
