-- needs: wh_dead_letters, whizbang_operator
-- $1 operation  $2 ordinals of the items  $3 their ids  $4 the tables that the messages came from
INSERT INTO whizbang_operator.items
    (operation_id, ordinal, named, source_table, message_id, dead_letter_id, stream_id, before)
SELECT $1, item.ordinal, item.id::text, item.source_table, d.source_id, d.dead_letter_id, d.stream_id, to_jsonb(d)
FROM unnest($2::int[], $3::uuid[], $4::text[]) AS item (ordinal, id, source_table)
JOIN wh_dead_letters AS d ON d.dead_letter_id = item.id
