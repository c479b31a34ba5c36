-- needs: whizbang_operator
-- Makes the dead letters that an operation purged the members of another.
-- $1 operation  $2 the purge
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $1, row_number() OVER (ORDER BY i.ordinal) - 1, i.dead_letter_id, i.source_table, i.message_id, i.stream_id
FROM whizbang_operator.items AS i
WHERE i.operation_id = $2 AND i.result = 'done' AND i.dead_letter_id IS NOT NULL
