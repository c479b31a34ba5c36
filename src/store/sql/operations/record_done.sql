-- needs: wh_dead_letters, whizbang_operator
-- Items that are done, each with its dead letter as it is now, before it changes.
-- $1 operation  $2 ordinals  $3 dead letters  $4.. what was named, source table, message, after  $8 chunk (null: the whole operation)
INSERT INTO whizbang_operator.items
    (operation_id, ordinal, named, source_table, message_id, dead_letter_id, stream_id, result, message, before, after, chunk)
SELECT $1, item.ordinal, item.named, item.source_table, d.source_id, d.dead_letter_id, d.stream_id, 'done', item.message,
       to_jsonb(d), item.after, $8
FROM unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
    AS item (ordinal, dead_letter_id, named, source_table, message, after)
JOIN wh_dead_letters AS d ON d.dead_letter_id = item.dead_letter_id
