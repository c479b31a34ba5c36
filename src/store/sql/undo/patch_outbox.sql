-- needs: wh_outbox, whizbang_operator
-- Gives rows that were put back what cannot go through a record: JSON null.
-- $1 operation  $2 ordinals of its items
UPDATE wh_outbox AS w SET
    event_data = i.before -> 'event_data',
    metadata = i.before -> 'metadata',
    scope = CASE WHEN i.before -> 'json_nulls' ? 'scope' THEN 'null' ELSE w.scope END
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND w.message_id = i.message_id
  AND (i.before -> 'event_data' = 'null' OR i.before -> 'metadata' = 'null' OR i.before -> 'json_nulls' ? 'scope')
