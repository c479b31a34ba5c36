-- needs: wh_dead_letters, whizbang_operator
-- with: dead_letters/passing.sql
-- As choose_dead_letters.sql, of those alone that the service's sweep for a generation would take.
-- $17 operation  $18 md5 of the error texts that have the signature (null: any)  $19 length of the error text
-- $20 generation  $21 statuses that the sweep leaves alone
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $17, row_number() OVER (ORDER BY d.stream_id, d.source_id, d.dead_letter_id) - 1, d.dead_letter_id, d.source_table,
       d.source_id, d.stream_id
FROM passing AS d
WHERE ($18::text[] IS NULL OR md5(left(d.error_text, $19)) = ANY ($18))
  AND d.recovered_at IS NULL
  AND d.recovery_status <> ALL ($21::int[])
  AND d.operator_disposition <> 2
  AND $20 <> ALL (d.retried_on_generations)
