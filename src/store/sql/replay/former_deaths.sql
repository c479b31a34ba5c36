-- needs: whizbang_operator, wh_dead_letters
-- Dead letters of these messages that we replayed and the service has deleted since (facts §6.11), as their
-- before-images tell.
-- $1 messages  $2 service  $3 length of the error text
SELECT i.message_id, i.before ->> 'source_table' AS source_table, i.before ->> 'generation' AS generation,
       left(i.before ->> 'error_text', $3) AS error_text
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
WHERE i.message_id = ANY ($1) AND o.action = 'replay' AND o.service = $2 AND i.result = 'done'
  AND NOT EXISTS (SELECT FROM wh_dead_letters AS d WHERE d.dead_letter_id = i.dead_letter_id)
