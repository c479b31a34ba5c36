-- needs: whizbang_operator
-- Makes what an operation did the members of the one that takes it back; each keeps its ordinal, by which its before-image
-- is found, and by which it shows that it was taken back.
-- $1 operation  $2 the operation to take back  $3 whether its items are named by their message rather than their dead letter
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, stream_id)
SELECT $1, i.ordinal, CASE WHEN $3 THEN i.message_id ELSE i.dead_letter_id END, i.source_table, i.stream_id
FROM whizbang_operator.items AS i
WHERE i.operation_id = $2 AND i.result = 'done'
