-- needs: wh_inbox, wh_inbox_state, wh_event_store, whizbang_operator
-- The items of an operation that are rows of the inbox, whose state is a table of its own, with what the tables show of their messages now.
-- $1 operation  $2 only ordinals below this (null: all)  $3 length of the error text
SELECT i.ordinal, w.message_id IS NOT NULL AND s.processed_at IS NULL AS waits, w.message_id IS NOT NULL AS is_there,
       (s.status & 32768) = 32768 AS failed, s.attempts AS attempts, left(s.error, $3) AS error, e.event_id IS NOT NULL AS evident
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
LEFT JOIN wh_inbox AS w ON w.message_id = i.message_id
LEFT JOIN wh_inbox_state AS s ON s.message_id = w.message_id
LEFT JOIN wh_event_store AS e ON e.event_id = i.message_id AND e.created_at >= o.started_at
WHERE i.operation_id = $1 AND i.result = 'done' AND i.source_table IN ('inbox', 'broker')
  AND ($2::int IS NULL OR i.ordinal < $2)
