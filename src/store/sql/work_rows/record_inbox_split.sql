-- needs: wh_inbox, wh_inbox_state, whizbang_operator
-- As JSON, a scope that is JSON null and none at all look the same: json_nulls tells them apart.
-- $1 operation  $2 ordinals of the items  $3 their ids
INSERT INTO whizbang_operator.items (operation_id, ordinal, named, source_table, message_id, stream_id, before)
SELECT $1, item.ordinal, item.id::text, 'inbox', item.id, w.stream_id,
       to_jsonb(w) || coalesce(to_jsonb(s), '{}')
       || CASE WHEN w.scope = 'null' THEN '{"json_nulls": ["scope"]}'::jsonb ELSE '{}' END
FROM unnest($2::int[], $3::uuid[]) AS item (ordinal, id)
JOIN wh_inbox AS w ON w.message_id = item.id
LEFT JOIN wh_inbox_state AS s ON s.message_id = w.message_id
