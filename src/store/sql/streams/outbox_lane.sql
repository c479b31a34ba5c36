-- needs: wh_outbox
-- All waiting outbox rows of a stream. A row stands behind the blocking rows that are strictly earlier (facts §4), or,
-- where ties go by id (see tie_rule.sql), those of the same time with a smaller id. Blocking rows are found by
-- idx_outbox_scheduled_for; the others by idx_outbox_stream_run where it exists, elsewhere by a scan, to be run under
-- a time limit. Rows that wait for coalescing neither block nor follow; one of them is named.
-- $1 stream  $2 most ids of each sort  $3 it is a scan
SELECT
    'wh_outbox' AS source_table, NULL::text AS perspective_name, w.waiting, b.blockers, w.followers, w.freed,
    w.oldest_follower_at, w.ahead, coalesce(b.ids[:$2], '{}') || coalesce(w.ids[:$2], '{}') || coalesce(b.coalescing[:1], '{}') AS ids
FROM (
    SELECT count(*) FILTER (WHERE row.blocks) AS blockers,
           array_agg(row.message_id ORDER BY row.created_at, row.message_id) FILTER (WHERE row.blocks) AS ids,
           array_agg(row.created_at ORDER BY row.created_at, row.message_id) FILTER (WHERE row.blocks) AS times,
           array_agg(row.message_id) FILTER (WHERE NOT row.blocks) AS coalescing,
           EXISTS (
               SELECT FROM pg_proc AS p
               WHERE p.proname = 'claim_orphaned_outbox' AND pg_function_is_visible(p.oid) AND 'p_run_length' = ANY (p.proargnames)
           ) AS ties_by_id
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT e.message_id, e.created_at, coalesce_group IS NULL AS blocks
        FROM wh_outbox AS e
        WHERE e.stream_id = $1 AND e.scheduled_for > now() AND e.processed_at IS NULL
    ) AS row
) AS b
CROSS JOIN LATERAL (
    SELECT count(*) AS waiting,
           count(*) FILTER (WHERE row.behind) AS followers,
           count(*) FILTER (WHERE row.behind AND row.free AND NOT row.behind_second) AS freed,
           min(row.created_at) FILTER (WHERE row.behind) AS oldest_follower_at,
           count(*) FILTER (WHERE NOT row.behind AND NOT row.blocks) AS ahead,
           array_agg(row.message_id ORDER BY row.created_at, row.message_id) AS ids
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT o.message_id, o.created_at,
               coalesce(o.created_at > b.times[1] OR (b.ties_by_id AND o.created_at = b.times[1] AND o.message_id > b.ids[1]), false) AS behind,
               coalesce(o.created_at > b.times[2] OR (b.ties_by_id AND o.created_at = b.times[2] AND o.message_id > b.ids[2]), false) AS behind_second,
               coalesce(o.scheduled_for > now(), false) AS blocks,
               coalesce(o.scheduled_for <= now(), true) AND (o.instance_id IS NULL OR o.lease_expiry < now()) AS free
        FROM wh_outbox AS o
        WHERE o.stream_id = $1
          -- The index has these conditions. In a scan each row would be taken apart up to its last columns for them, so
          -- there they are written such that the stream is looked at first.
          AND ($3 OR (o.processed_at IS NULL AND o.published_at IS NULL AND coalesce_group IS NULL))
          AND (NOT $3 OR num_nonnulls(o.processed_at, o.published_at, coalesce_group) = 0)
    ) AS row
) AS w
WHERE b.blockers > 0 OR w.waiting > 0 OR b.coalescing IS NOT NULL
