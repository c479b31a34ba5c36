-- needs: wh_dead_letters, whizbang_operator
-- with: dead_letters/passing.sql
-- Makes the dead letters that pass a filter the members of an operation, stream by stream in the order of their messages.
-- $17 operation  $18 md5 of the error texts that have the signature (null: any)  $19 length of the error text
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $17, row_number() OVER (ORDER BY d.stream_id, d.source_id, d.dead_letter_id) - 1, d.dead_letter_id, d.source_table,
       d.source_id, d.stream_id
FROM passing AS d
WHERE $18::text[] IS NULL OR md5(left(d.error_text, $19)) = ANY ($18)
