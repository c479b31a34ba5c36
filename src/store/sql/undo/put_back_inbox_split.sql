-- needs: wh_inbox, wh_inbox_state, whizbang_operator
-- As put_back_outbox.sql, into both halves of the inbox.
-- $1 operation  $2 ordinals of its items  $3 the time each gets  $4 start counting anew
WITH doc AS MATERIALIZED (
    SELECT i.message_id,
        '{"flags": 0, "priority": 150, "source_commit_sequence": 0}'
        || i.before
        || CASE WHEN i.before -> 'event_data' = 'null' THEN '{"event_data": {}}'::jsonb ELSE '{}' END
        || CASE WHEN i.before -> 'metadata' = 'null' THEN '{"metadata": {}}'::jsonb ELSE '{}' END
        || CASE WHEN $4 THEN '{"attempts": 0}'::jsonb ELSE '{}' END
        || jsonb_build_object('received_at', item.placed_at, 'instance_id', NULL, 'lease_expiry', NULL) AS doc
    FROM unnest($2::int[], $3::timestamptz[]) AS item (ordinal, placed_at)
    JOIN whizbang_operator.items AS i ON i.operation_id = $1 AND i.ordinal = item.ordinal
), inserted AS (
    INSERT INTO wh_inbox
    SELECT row.* FROM doc CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_inbox, doc.doc) AS row
    ON CONFLICT DO NOTHING
    RETURNING message_id
)
INSERT INTO wh_inbox_state
SELECT state.*
FROM inserted
JOIN doc ON doc.message_id = inserted.message_id
CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_inbox_state, doc.doc) AS state
RETURNING message_id AS id
