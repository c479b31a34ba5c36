-- needs: whizbang_operator
-- The results of some items.
-- $1 operation  $2 ordinals  $3.. their columns  $12 chunk (null: the whole operation)
INSERT INTO whizbang_operator.items AS i
    (operation_id, ordinal, named, source_table, message_id, dead_letter_id, stream_id, result, code, message, after, chunk)
SELECT $1, r.*, $12
FROM unnest($2::int[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::jsonb[])
    AS r (ordinal, named, source_table, message_id, dead_letter_id, stream_id, result, code, message, after)
ON CONFLICT (operation_id, ordinal) DO UPDATE SET
    dead_letter_id = coalesce(excluded.dead_letter_id, i.dead_letter_id),
    result = excluded.result, code = excluded.code, message = excluded.message, after = excluded.after,
    chunk = excluded.chunk
