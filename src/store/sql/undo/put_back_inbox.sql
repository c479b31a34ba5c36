-- needs: wh_inbox.status, whizbang_operator
-- Puts promoted rows back as their before-images have them, free of leases, by column name, so that an image of an older
-- era fits; gives the messages that went in. What is JSON null comes after (patch_*.sql).
-- $1 operation  $2 ordinals of its items  $3 the time each gets  $4 start counting anew
INSERT INTO wh_inbox
SELECT row.*
FROM unnest($2::int[], $3::timestamptz[]) AS item (ordinal, placed_at)
JOIN whizbang_operator.items AS i ON i.operation_id = $1 AND i.ordinal = item.ordinal
CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_inbox,
    '{"flags": 0, "priority": 150, "failures": 0, "source_commit_sequence": 0}'
    || i.before
    || CASE WHEN i.before -> 'event_data' = 'null' THEN '{"event_data": {}}'::jsonb ELSE '{}' END
    || CASE WHEN i.before -> 'metadata' = 'null' THEN '{"metadata": {}}'::jsonb ELSE '{}' END
    || CASE WHEN $4 THEN '{"attempts": 0, "failures": 0}'::jsonb ELSE '{}' END
    || jsonb_build_object('received_at', item.placed_at, 'instance_id', NULL, 'lease_expiry', NULL)
) AS row
ON CONFLICT DO NOTHING
RETURNING message_id AS id
