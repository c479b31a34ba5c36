-- needs: wh_dead_letters, whizbang_operator
-- As order_ids.sql where the ids may be those of dead letters: these come stream by stream, in the order of their messages.
-- $1 operation
WITH given AS (
    DELETE FROM whizbang_operator.members AS m WHERE m.operation_id = $1 RETURNING m.ordinal, m.id
)
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $1, row_number() OVER (ORDER BY d.stream_id, d.source_id, d.dead_letter_id, given.ordinal) - 1, given.id,
       d.source_table, d.source_id, d.stream_id
FROM given
LEFT JOIN wh_dead_letters AS d ON d.dead_letter_id = given.id
