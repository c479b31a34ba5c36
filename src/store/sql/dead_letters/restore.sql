-- needs: wh_dead_letters, whizbang_operator
-- Inserts what a purge recorded of dead letters, as it was; what is there stays as it is.
-- $1 purge  $2 dead letters
INSERT INTO wh_dead_letters
SELECT d.*
FROM whizbang_operator.items AS i
CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_dead_letters, i.before) AS d
WHERE i.operation_id = $1
  AND i.dead_letter_id = ANY ($2)
  AND i.result = 'done'
  AND i.before IS NOT NULL
ORDER BY i.ordinal
ON CONFLICT DO NOTHING
RETURNING dead_letter_id AS id
