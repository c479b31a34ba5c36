-- needs: whizbang_operator, wh_dead_letters
-- Dead letters of these messages that we replayed and the service has deleted since (facts §6.11), as their
-- before-images tell.
-- $1 messages  $2 service  $3 length of the error text
SELECT i.message_id, i.before ->> 'source_table' AS source_table, i.before ->> 'generation' AS generation,
       left(i.before ->> 'error_text', $3) AS error_text
FROM unnest($1::uuid[]) AS asked (message_id)
CROSS JOIN LATERAL (
    -- OFFSET keeps the planner from reading all items, or those of all replays, which may be very many.
    SELECT i.operation_id, i.message_id, i.dead_letter_id, i.before
    FROM whizbang_operator.items AS i
    WHERE i.message_id = asked.message_id AND i.result = 'done'
    OFFSET 0
) AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
WHERE o.action = 'replay' AND o.service = $2
  AND NOT EXISTS (SELECT FROM wh_dead_letters AS d WHERE d.dead_letter_id = i.dead_letter_id)
