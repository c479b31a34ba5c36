-- needs: wh_outbox
-- All waiting outbox rows of a stream. "before" counts the blocking rows before one (facts §4): strictly earlier
-- ones, or, where ties go by id, also those of the same time with a smaller id. idx_outbox_stream_run serves it
-- where it exists; elsewhere it is a scan, to be run under a time limit.
-- $1 stream  $2 most ids of each sort  $3 ties go by id
SELECT
    'wh_outbox' AS source_table, NULL::text AS perspective_name,
    count(*) AS waiting,
    count(*) FILTER (WHERE blocks) AS blockers,
    count(*) FILTER (WHERE before > 0) AS followers,
    count(*) FILTER (WHERE before = 1 AND NOT blocks AND NOT leased) AS freed,
    min(created_at) FILTER (WHERE before > 0) AS oldest_follower_at,
    count(*) FILTER (WHERE before = 0 AND NOT blocks) AS ahead,
    coalesce((array_agg(message_id ORDER BY created_at, message_id) FILTER (WHERE blocks))[:$2], '{}')
        || coalesce((array_agg(message_id ORDER BY created_at, message_id))[:$2], '{}') AS ids
FROM (
    SELECT item.*,
           count(*) FILTER (WHERE blocks) OVER (ORDER BY created_at, tie)
               - count(*) FILTER (WHERE blocks) OVER (PARTITION BY created_at, tie) AS before
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT w.message_id, w.created_at, CASE WHEN $3 THEN w.message_id END AS tie,
               coalesce(w.scheduled_for > now(), false) AS blocks,
               w.instance_id IS NOT NULL AND coalesce(w.lease_expiry >= now(), true) AS leased
        FROM wh_outbox AS w
        WHERE w.stream_id = $1 AND w.processed_at IS NULL AND w.published_at IS NULL AND coalesce_group IS NULL
    ) AS item
) AS placed
HAVING count(*) > 0
