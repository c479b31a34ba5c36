-- needs: wh_perspective_events, whizbang_operator
-- $1 operation  $2 ordinals of the items  $3 their ids
INSERT INTO whizbang_operator.items (operation_id, ordinal, named, source_table, message_id, stream_id, before)
SELECT $1, item.ordinal, item.id::text, 'perspective', item.id, w.stream_id, to_jsonb(w)
FROM unnest($2::int[], $3::uuid[]) AS item (ordinal, id)
JOIN wh_perspective_events AS w ON w.event_work_id = item.id
