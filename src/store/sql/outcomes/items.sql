-- needs: wh_dead_letters, whizbang_operator
-- The items that an operation has changed, each with the newest of the dead letters that its message got since; those in
-- between are its lineage.
-- $1 operation  $2 only ordinals below this (null: all)  $3 length of the error text
SELECT i.ordinal, i.source_table, i.message_id, i.before ->> 'message_type' AS message_type, o.action, o.started_at,
       coalesce((i.after ->> 'attempts')::int, (i.before ->> 'attempts')::int, 0) AS attempts,
       again.dead_letter_id, again.recovered_at IS NULL AS open, coalesce(again.incarnations, 0) AS incarnations,
       left(again.error_text, $3) AS error
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
LEFT JOIN LATERAL (
    SELECT d.dead_letter_id, d.error_text, d.recovered_at, count(*) OVER () AS incarnations
    FROM wh_dead_letters AS d
    WHERE d.source_id = i.message_id
      AND d.source_table IN (
          CASE i.source_table WHEN 'perspective' THEN 'wh_perspective_events' WHEN 'broker' THEN 'wh_inbox' ELSE 'wh_' || i.source_table END,
          CASE WHEN i.source_table IN ('inbox', 'broker') THEN 'broker' END
      )
      AND d.dead_lettered_at >= o.started_at AND d.dead_letter_id IS DISTINCT FROM i.dead_letter_id
    ORDER BY d.dead_lettered_at DESC, d.dead_letter_id DESC
    LIMIT 1
) AS again ON true
WHERE i.operation_id = $1 AND i.result = 'done' AND i.message_id IS NOT NULL AND ($2::int IS NULL OR i.ordinal < $2)
ORDER BY i.ordinal
