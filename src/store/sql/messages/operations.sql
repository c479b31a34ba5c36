-- needs: whizbang_operator
-- What operations of this service did to some messages and dead letters, and what they came to that only name them: those
-- that failed as a whole, and those that found no row (flags: 1). One of the sightings.
-- $1 the event, the message, others  $2 dead letters  $3 service
SELECT 'operation' AS source, o.operation_id AS id, NULL::uuid AS stream_id, o.action AS name,
       o.started_at, NULL::timestamptz AS ended_at, i.ordinal::bigint AS number, NULL::int AS version,
       (i.message_id IS NULL)::int AS flags, NULL::boolean AS has_body, NULL::int AS status, NULL::int AS count, i.message AS error, i.dead_letter_id, ARRAY[i.result, o.actor, o.reason, o.ticket] AS words
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
WHERE (i.message_id = ANY (($1::uuid[])[2:]) OR i.dead_letter_id = ANY ($2)
       OR i.named = ANY ((($1::uuid[])[2:] || $2::uuid[])::text[]) AND i.message_id IS NULL)
  AND o.service = $3
