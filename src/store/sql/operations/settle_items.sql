-- needs: whizbang_operator
-- The results of some items, and the totals that they add up to.
-- $1 operation  $2 ordinals  $3.. their columns  $12 chunk (null: the whole operation)
WITH result AS (
    SELECT *
    FROM unnest($2::int[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::jsonb[])
        AS r (ordinal, named, source_table, message_id, dead_letter_id, stream_id, result, code, message, after)
), item AS (
    INSERT INTO whizbang_operator.items AS i
        (operation_id, ordinal, named, source_table, message_id, dead_letter_id, stream_id, result, code, message, after, chunk)
    SELECT $1, r.*, $12 FROM result AS r
    ON CONFLICT (operation_id, ordinal) DO UPDATE SET
        dead_letter_id = coalesce(excluded.dead_letter_id, i.dead_letter_id),
        result = excluded.result, code = excluded.code, message = excluded.message, after = excluded.after,
        chunk = excluded.chunk
    RETURNING i.result
)
SELECT count(*) AS matched,
       count(*) FILTER (WHERE result = 'done') AS done,
       count(*) FILTER (WHERE result = 'skipped') AS skipped,
       count(*) FILTER (WHERE result = 'failed') AS failed,
       count(*) FILTER (WHERE result = 'pending') AS pending
FROM item
