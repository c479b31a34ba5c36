-- needs: wh_dead_letters, whizbang_operator
-- Makes the dead letters that pass a filter the members of an operation, stream by stream in the order of their messages.
-- $1..$11 as list.sql  $12 operation  $13 md5 of the error texts that have the signature (null: any)
-- $14 length of the error text
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $12, row_number() OVER (ORDER BY d.stream_id, d.source_id, d.dead_letter_id) - 1, d.dead_letter_id, d.source_table,
       d.source_id, d.stream_id
FROM wh_dead_letters AS d
WHERE ($1::text[] IS NULL OR d.source_table = ANY ($1))
  AND ($2::int[] IS NULL OR d.failure_reason = ANY ($2))
  AND ($3::text IS NULL OR d.message_type LIKE $3)
  AND ($4::uuid IS NULL OR d.stream_id = $4)
  AND ($5::int[] IS NULL OR d.recovery_status = ANY ($5))
  AND ($6::text[] IS NULL OR d.generation = ANY ($6))
  AND ($7::text IS NULL OR d.error_text LIKE $7)
  AND ($8::timestamptz IS NULL OR d.dead_lettered_at < $8)
  AND ($9::timestamptz IS NULL OR d.dead_lettered_at > $9)
  AND ($10::text IS NULL OR d.destination LIKE $10)
  AND ($11::jsonb IS NULL OR NOT EXISTS (
      SELECT FROM jsonb_to_recordset($11) AS wanted (path text[], value text)
      WHERE d.metadata #>> wanted.path IS DISTINCT FROM wanted.value
        AND d.envelope -> 'event_data' #>> wanted.path IS DISTINCT FROM wanted.value
        AND d.envelope -> 'metadata' #>> wanted.path IS DISTINCT FROM wanted.value
  ))
  AND ($13::text[] IS NULL OR md5(left(d.error_text, $14)) = ANY ($13))
