-- needs: whizbang_operator
-- When the service would have recovered dead letters, had nobody held them or given them up: from the image
-- of the row before the latest such operation of ours.
-- $1 ids
SELECT DISTINCT ON (i.dead_letter_id)
       i.dead_letter_id AS id, (i.before ->> 'next_recovery_at')::timestamptz AS next_recovery_at
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
WHERE i.dead_letter_id = ANY ($1)
  AND i.result = 'done'
  AND i.before ->> 'recovery_status' IN ('0', '1')
  AND o.action IN ('hold', 'give-up')
ORDER BY i.dead_letter_id, o.started_at DESC
