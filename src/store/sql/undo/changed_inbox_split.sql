-- needs: wh_inbox, wh_inbox_state, whizbang_operator
-- As changed_outbox.sql, over both halves of the inbox. Where the second was missing before, the change made one.
-- $1 operation  $2 ordinals of its items
SELECT i.ordinal, w.message_id IS NOT NULL AS here, coalesce(changed.columns, '{}') AS columns
FROM whizbang_operator.items AS i
LEFT JOIN wh_inbox AS w ON w.message_id = i.message_id
LEFT JOIN wh_inbox_state AS s ON s.message_id = i.message_id
CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(pair.key, pair.value), '{}') AS columns
    FROM jsonb_each(i.after) AS pair
    WHERE pair.key IN ('scheduled_for', 'instance_id', 'lease_expiry', 'attempts', 'failures')
) AS given
CROSS JOIN LATERAL (
    SELECT '{"attempts": 0, "error": null, "processed_at": null, "instance_id": null, "lease_expiry": null, "scheduled_for": null}'
        || CASE WHEN i.before ? 'dead_letter_id'
            THEN jsonb_build_object('received_at', i.after -> 'placed_at')
            ELSE i.before || given.columns
        END AS image
) AS left_as
CROSS JOIN LATERAL (
    SELECT array_agg(expected.key ORDER BY expected.key) AS columns
    FROM jsonb_each(to_jsonb(jsonb_populate_record(NULL::wh_inbox, left_as.image))
                    || to_jsonb(jsonb_populate_record(NULL::wh_inbox_state, left_as.image))) AS expected
    LEFT JOIN jsonb_each(to_jsonb(w) || to_jsonb(s)) AS now ON now.key = expected.key
    WHERE left_as.image ? expected.key AND now.value IS DISTINCT FROM expected.value
) AS changed
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2)
