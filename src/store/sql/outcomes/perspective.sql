-- needs: wh_perspective_events, wh_perspective_cursors, wh_event_store, whizbang_operator
-- The items of an operation that are rows of the perspective events, with what the tables show of their messages now.
-- $1 operation  $2 only ordinals below this (null: all)  $3 length of the error text
SELECT i.ordinal, w.event_work_id IS NOT NULL AND w.processed_at IS NULL AS waits, w.event_work_id IS NOT NULL AS is_there,
       (w.status & 32768) = 32768 AS failed, w.attempts AS attempts, left(w.error, $3) AS error, past.cursor IS NOT NULL AS evident
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
LEFT JOIN wh_perspective_events AS w ON w.event_work_id = i.message_id
CROSS JOIN LATERAL (SELECT coalesce(i.before -> 'envelope' ->> 'event_id', i.before ->> 'event_id')) AS named (id)
LEFT JOIN LATERAL (
    -- The cursor has passed the event since, and is not to go back behind it.
    SELECT true AS cursor
    FROM wh_event_store AS e
    JOIN wh_perspective_cursors AS c ON c.stream_id = e.stream_id
    JOIN wh_event_store AS last ON last.event_id = c.last_event_id
    WHERE e.event_id = CASE WHEN named.id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN named.id::uuid END
      AND c.perspective_name = i.before ->> 'perspective_name'
      AND c.processed_at >= o.started_at AND last.version >= e.version AND (c.status & 32) = 0
) AS past ON true
WHERE i.operation_id = $1 AND i.result = 'done' AND i.source_table IN ('perspective')
  AND ($2::int IS NULL OR i.ordinal < $2)
