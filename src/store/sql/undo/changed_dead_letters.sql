-- needs: wh_dead_letters, whizbang_operator
-- Where dead letters are no longer as an operation left them: as the record says, or recovered once more by a replay.
-- "due": whether the service would recover it by itself, once it is as it was before.
-- $1 operation  $2 ordinals of its items
SELECT i.ordinal, d.dead_letter_id IS NOT NULL AS here,
       coalesce(changed.columns, '{}')
           || CASE WHEN i.after -> 'left' IS NULL AND d.dead_letter_id IS NOT NULL AND d.recovered_at IS NULL
                   THEN '{recovered_at}'::text[] ELSE '{}' END AS columns,
       coalesce(i.before ->> 'recovery_status' IN ('0', '1') AND i.before ->> 'operator_disposition' NOT IN ('2', '3')
                AND i.before ->> 'recovered_at' IS NULL, false) AS due
FROM whizbang_operator.items AS i
LEFT JOIN wh_dead_letters AS d ON d.dead_letter_id = i.dead_letter_id
CROSS JOIN LATERAL (
    SELECT coalesce(i.after -> 'left', jsonb_build_object(
        'recovery_status', 3, 'recovery_attempts', (i.before ->> 'recovery_attempts')::int + 1)) AS image
) AS left_as
CROSS JOIN LATERAL (
    SELECT array_agg(expected.key ORDER BY expected.key) AS columns
    FROM jsonb_each(to_jsonb(jsonb_populate_record(NULL::wh_dead_letters, left_as.image))) AS expected
    JOIN jsonb_each(to_jsonb(d)) AS now ON now.key = expected.key
    WHERE left_as.image ? expected.key AND now.value IS DISTINCT FROM expected.value
) AS changed
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2)
