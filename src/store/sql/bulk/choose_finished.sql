-- needs: wh_dead_letters, whizbang_operator
-- with: dead_letters/passing.sql
-- As choose_dead_letters.sql, of those alone that were recovered, as long ago as they have to be dead, or given up.
-- $17 operation  $18 md5 of the error texts that have the signature (null: any)  $19 length of the error text
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $17, row_number() OVER (ORDER BY d.stream_id, d.source_id, d.dead_letter_id) - 1, d.dead_letter_id, d.source_table,
       d.source_id, d.stream_id
FROM passing AS d
WHERE ($18::text[] IS NULL OR md5(left(d.error_text, $19)) = ANY ($18))
  AND (d.recovered_at < $11 OR d.recovered_at IS NULL AND d.recovery_status IN (3, 4))
