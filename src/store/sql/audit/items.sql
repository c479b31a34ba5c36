-- needs: whizbang_operator
-- Items of operations, in their order; the images of rows without bodies unless asked for.
-- $1 operation  $2 items at the most  $3 with bodies
SELECT i.ordinal, i.named, i.source_table, i.message_id, i.dead_letter_id, i.stream_id, i.result, i.code, i.message,
       CASE WHEN $3 THEN i.before ELSE i.before - '{event_data,envelope}'::text[] END AS before,
       CASE WHEN $3 OR jsonb_typeof(i.after) <> 'object' THEN i.after ELSE i.after - 'event_data' END AS after
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1
ORDER BY i.ordinal
LIMIT $2
