-- needs: function mark_dead_letter_holding
-- $1 dead letters
SELECT mark_dead_letter_holding(id) FROM unnest($1::uuid[]) AS d (id)
