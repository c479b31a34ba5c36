-- needs: whizbang_operator
-- As list.sql, oldest first.
-- $1 after this time  $2 and this operation  $3 limit  $4 services  $5 since  $6 until  $7 actor (LIKE)
-- $8 actions  $9 id of an operation, message, dead letter or stream  $10 ticket (LIKE)  $11 states
SELECT o.operation_id, o.action, o.service, o.state, o.actor, o.os_user, o.host, o.database_role, o.reason, o.ticket,
       o.selection, o.parameters, o.argv, o.tool_version, o.era, o.started_at, o.settled_at,
       o.matched, o.done, o.skipped, o.failed, o.pending, o.error,
       (SELECT i.named FROM whizbang_operator.items AS i WHERE i.operation_id = o.operation_id ORDER BY i.ordinal LIMIT 1) AS first_item
FROM whizbang_operator.operations AS o
WHERE ($1::timestamptz IS NULL OR (o.started_at, o.operation_id) > ($1, $2))
  AND ($4::text[] IS NULL OR o.service = ANY ($4))
  AND ($5::timestamptz IS NULL OR o.started_at >= $5)
  AND ($6::timestamptz IS NULL OR o.started_at <= $6)
  AND ($7::text IS NULL OR o.actor LIKE $7 OR o.os_user LIKE $7)
  AND ($8::text[] IS NULL OR o.action = ANY ($8))
  AND ($9::uuid IS NULL OR o.operation_id = ANY (ARRAY(
      SELECT $9
      UNION SELECT i.operation_id FROM whizbang_operator.items AS i WHERE i.message_id = $9
      UNION SELECT i.operation_id FROM whizbang_operator.items AS i WHERE i.dead_letter_id = $9
      UNION SELECT i.operation_id FROM whizbang_operator.items AS i WHERE i.stream_id = $9
      UNION SELECT i.operation_id FROM whizbang_operator.items AS i WHERE i.named = $9::text AND i.message_id IS NULL
  )))
  AND ($10::text IS NULL OR o.ticket LIKE $10)
  AND ($11::text[] IS NULL OR o.state = ANY ($11))
ORDER BY o.started_at, o.operation_id
LIMIT $3
