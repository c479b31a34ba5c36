-- needs: whizbang_operator, wh_dead_letters
-- When the service would have recovered dead letters, had nobody held them or given them up: from the image
-- of the row before such an operation of ours, where nothing was done since that made it due again, by us or
-- by the service.
-- $1 ids  $2 service
SELECT DISTINCT ON (i.dead_letter_id)
       i.dead_letter_id AS id, (i.before ->> 'next_recovery_at')::timestamptz AS next_recovery_at
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
JOIN wh_dead_letters AS d ON d.dead_letter_id = i.dead_letter_id
WHERE i.dead_letter_id = ANY ($1)
  AND i.result = 'done'
  AND i.before ->> 'recovery_status' IN ('0', '1')
  AND o.action IN ('hold', 'give-up')
  AND o.service = $2
  AND (i.before ->> 'recovery_attempts')::int = d.recovery_attempts
  AND i.before -> 'retried_on_generations' = to_jsonb(d.retried_on_generations)
  AND NOT EXISTS (
      SELECT FROM whizbang_operator.items AS later
      JOIN whizbang_operator.operations AS after ON after.operation_id = later.operation_id
      WHERE later.dead_letter_id = i.dead_letter_id
        AND later.result = 'done'
        AND after.service = $2
        AND after.action IN ('unhold', 'retry-by-service', 'replay', 'undo')
        AND after.started_at > o.started_at
  )
ORDER BY i.dead_letter_id, o.started_at DESC
