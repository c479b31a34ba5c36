-- needs: wh_dead_letters, whizbang_operator
-- New dead letters whose text is not the row's own error exactly once.
-- $1 operation  $2 dead letters
SELECT d.dead_letter_id AS id
FROM wh_dead_letters AS d
JOIN whizbang_operator.items AS i ON i.operation_id = $1 AND i.message_id = d.source_id
WHERE d.dead_letter_id = ANY ($2) AND d.error_text IS DISTINCT FROM i.before ->> 'error'
