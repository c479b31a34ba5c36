-- needs: whizbang_operator
-- What an operation did to messages, with the work row as its before-image has it, where that is one.
-- $1 operation  $2 ids  $3 whether they are messages rather than dead letters
SELECT i.ordinal, i.source_table AS item_table, i.dead_letter_id, i.message_id, i.stream_id,
       coalesce(i.after ->> 'table', i.source_table) AS work_table,
       EXISTS (
           SELECT FROM whizbang_operator.operations AS o
           JOIN whizbang_operator.items AS u ON u.operation_id = o.operation_id AND u.ordinal = i.ordinal
           WHERE o.action = 'undo' AND o.parameters ->> 'operation' = $1::uuid::text AND u.result = 'done'
       ) AS undone,
       i.after -> 'left' IS NOT NULL AS has_left,
       NOT i.before ? 'dead_letter_id' AS is_row,
       (i.after ->> 'scheduled_for')::timestamptz AS scheduled_after,
       'wh_' || CASE i.source_table WHEN 'perspective' THEN 'perspective_events' ELSE i.source_table END AS source_table,
       i.before ->> 'message_type' AS message_type, i.before ->> 'destination' AS destination,
       i.before ->> 'handler_name' AS handler_name, i.before ->> 'perspective_name' AS perspective_name,
       (i.before ->> 'event_id')::uuid AS event_id, coalesce((i.before ->> 'status')::int, 0) AS status,
       coalesce((i.before ->> 'attempts')::int, 0) AS attempts, (i.before ->> 'failures')::int AS failures,
       left(i.before ->> 'error', 4000) AS error, (i.before ->> 'failure_reason')::int AS failure_reason,
       (i.before ->> 'instance_id')::uuid AS instance_id, (i.before ->> 'lease_expiry')::timestamptz AS lease_expiry,
       (i.before ->> 'scheduled_for')::timestamptz AS scheduled_for,
       coalesce(i.before ->> 'created_at', i.before ->> 'received_at')::timestamptz AS created_at,
       (i.before ->> 'processed_at')::timestamptz AS processed_at,
       (i.before ->> 'partition_number')::int AS partition_number, i.before ->> 'coalesce_group' AS coalesce_group,
       CASE WHEN i.before ->> 'metadata' ILIKE '%scheduleid%' THEN i.before -> 'metadata' END AS schedule,
       NOT i.before ? 'attempts' AS state_missing
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.result = 'done' AND i.before IS NOT NULL
  AND ($3 AND i.message_id = ANY ($2) OR NOT $3 AND i.dead_letter_id = ANY ($2))
ORDER BY i.ordinal
