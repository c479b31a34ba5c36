-- needs: wh_inbox.status, wh_event_store, wh_dead_letters, whizbang_operator
-- What became of the items of an operation that are rows of the inbox, as far as the tables tell: dead again, failing (waiting,
-- after it failed since), waiting, processed with the evidence, or gone.
-- $1 operation  $2 only ordinals below this (null: all)  $3 length of the error text
SELECT i.ordinal, i.source_table, i.message_id, i.before ->> 'message_type' AS message_type,
       CASE
           WHEN again.dead_letter_id IS NOT NULL AND again.recovered_at IS NULL THEN 'dead-again'
           WHEN w.message_id IS NOT NULL AND w.processed_at IS NULL AND (w.status & 32768) = 32768
               AND (
                   -- A replay clears the bit.
                   o.action = 'replay'
                   OR w.attempts > coalesce((i.after ->> 'attempts')::int, (i.before ->> 'attempts')::int, 0)
               ) THEN 'failing'
           WHEN w.message_id IS NOT NULL AND w.processed_at IS NULL THEN 'waiting'
           WHEN w.message_id IS NOT NULL THEN 'processed'
           WHEN e.event_id IS NOT NULL THEN 'processed'
           ELSE 'settled'
       END AS outcome,
       CASE
           WHEN w.message_id IS NOT NULL THEN 'row'
           WHEN e.event_id IS NOT NULL THEN 'event'
       END AS evidence,
       again.dead_letter_id, coalesce(again.incarnations, 0) AS incarnations, left(coalesce(again.error_text, w.error), $3) AS error,
       o.started_at
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
LEFT JOIN wh_inbox AS w ON w.message_id = i.message_id
LEFT JOIN wh_event_store AS e ON e.event_id = i.message_id AND e.created_at >= o.started_at
LEFT JOIN LATERAL (
    -- The newest of the dead letters that the message got since; those in between are its lineage.
    SELECT d.dead_letter_id, d.error_text, d.recovered_at, count(*) OVER () AS incarnations
    FROM wh_dead_letters AS d
    WHERE d.source_id = i.message_id AND d.source_table IN ('wh_inbox', 'broker')
      AND d.dead_lettered_at >= o.started_at AND d.dead_letter_id IS DISTINCT FROM i.dead_letter_id
    ORDER BY d.dead_lettered_at DESC, d.dead_letter_id DESC
    LIMIT 1
) AS again ON true
WHERE i.operation_id = $1 AND i.result = 'done' AND i.source_table IN ('inbox', 'broker')
  AND ($2::int IS NULL OR i.ordinal < $2)
