-- needs: wh_outbox
-- The outbox rows of a stream that wait for a later time: the ones that block (facts §4), and those that wait for
-- coalescing, which do not. idx_outbox_scheduled_for finds them in every era.
-- $1 stream  $2 most ids of each sort
SELECT
    'wh_outbox' AS source_table, NULL::text AS perspective_name,
    NULL::bigint AS waiting,
    count(*) FILTER (WHERE row.blocks) AS blockers,
    NULL::bigint AS followers, NULL::bigint AS freed, NULL::timestamptz AS oldest_follower_at, NULL::bigint AS ahead,
    coalesce((array_agg(row.message_id ORDER BY row.created_at, row.message_id) FILTER (WHERE row.blocks))[:$2], '{}')
        || coalesce((array_agg(row.message_id ORDER BY row.created_at, row.message_id) FILTER (WHERE NOT row.blocks))[:1], '{}')
        AS ids
FROM (SELECT NULL::text AS coalesce_group) AS absent
CROSS JOIN LATERAL (
    SELECT w.message_id, w.created_at, coalesce_group IS NULL AS blocks
    FROM wh_outbox AS w
    WHERE w.stream_id = $1 AND w.scheduled_for > now() AND w.processed_at IS NULL
) AS row
HAVING count(*) > 0
