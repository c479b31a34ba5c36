-- needs: whizbang_operator
-- Where records say something else than their columns, their operation and its items do now, oldest first. An
-- operation may have several records, one a chunk; only its last says how it ended. Run it only on records whose
-- hashes are right, for it reads their bodies as JSON.
-- $1 first record  $2 last record
SELECT a.sequence, a.operation_id,
       CASE
           WHEN (a.body::jsonb ->> 'operation_id')::uuid IS DISTINCT FROM a.operation_id
               OR (a.body::jsonb ->> 'recorded_at')::timestamptz IS DISTINCT FROM a.recorded_at THEN 'columns'
           WHEN o.operation_id IS NULL THEN 'operation-missing'
           WHEN changed.columns IS NOT NULL THEN 'operation'
           ELSE 'items'
       END AS code,
       changed.columns
FROM whizbang_operator.audit AS a
LEFT JOIN whizbang_operator.operations AS o ON o.operation_id = a.operation_id
CROSS JOIN LATERAL (
    SELECT NOT EXISTS (
        SELECT FROM whizbang_operator.audit AS later
        WHERE later.operation_id = a.operation_id AND later.sequence > a.sequence
    ) AS is_last
) AS place
-- Both sides are made JSON here, so that a time zone does not matter; columns that a record does not have are not
-- compared.
CROSS JOIN LATERAL (
    SELECT string_agg(now.key, ', ' ORDER BY now.key) AS columns
    FROM jsonb_each(to_jsonb(o)) AS now
    JOIN jsonb_each(to_jsonb(jsonb_populate_record(o, a.body::jsonb))) AS recorded ON recorded.key = now.key
    WHERE now.value IS DISTINCT FROM recorded.value
      AND (place.is_last OR now.key <> ALL ('{state,settled_at,matched,done,skipped,failed,pending,error,chunks}'))
) AS changed
WHERE a.sequence BETWEEN $1 AND $2
  AND (
      (a.body::jsonb ->> 'operation_id')::uuid IS DISTINCT FROM a.operation_id
      OR (a.body::jsonb ->> 'recorded_at')::timestamptz IS DISTINCT FROM a.recorded_at
      OR o.operation_id IS NULL
      OR changed.columns IS NOT NULL
      OR (place.is_last OR a.body::jsonb ? 'chunk')
         AND a.body::jsonb ->> 'items_digest'
             IS DISTINCT FROM whizbang_operator.items_digest(a.operation_id, (a.body::jsonb ->> 'chunk')::int)
  )
ORDER BY a.sequence
LIMIT 1
