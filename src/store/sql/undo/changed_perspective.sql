-- needs: wh_perspective_events, whizbang_operator
-- Where work rows are no longer as an operation left them. A change of the row left all columns but those that the
-- record names as they were; a replay left a row that nobody has touched, in the place that the record names.
-- $1 operation  $2 ordinals of its items
SELECT i.ordinal, w.event_work_id IS NOT NULL AS here, coalesce(changed.columns, '{}') AS columns
FROM whizbang_operator.items AS i
LEFT JOIN wh_perspective_events AS w ON w.event_work_id = i.message_id
CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(pair.key, pair.value), '{}') AS columns
    FROM jsonb_each(i.after) AS pair
    WHERE pair.key IN ('scheduled_for', 'instance_id', 'lease_expiry', 'attempts', 'failures')
) AS given
CROSS JOIN LATERAL (
    SELECT CASE WHEN i.before ? 'dead_letter_id'
        THEN '{"attempts": 0, "error": null, "processed_at": null, "instance_id": null, "lease_expiry": null, "scheduled_for": null}'
             || jsonb_build_object('created_at', i.after -> 'placed_at')
        ELSE i.before || given.columns
    END AS image
) AS left_as
CROSS JOIN LATERAL (
    SELECT array_agg(expected.key ORDER BY expected.key) AS columns
    FROM jsonb_each(to_jsonb(jsonb_populate_record(NULL::wh_perspective_events, left_as.image))) AS expected
    JOIN jsonb_each(to_jsonb(w)) AS now ON now.key = expected.key
    WHERE left_as.image ? expected.key AND now.value IS DISTINCT FROM expected.value
) AS changed
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2)
