-- needs: wh_inbox_state, wh_inbox
-- All waiting inbox rows of a stream, by idx_inbox_state_stream_order; and those without a state row, which no
-- index finds, by a scan while the table is small.
-- $1 stream  $2 most ids  $3 scan for them in a large table too
WITH waiting AS (
    SELECT s.message_id, s.received_at, coalesce(s.scheduled_for > now(), false) AS troubled
    FROM wh_inbox_state AS s
    WHERE s.stream_id = $1 AND s.processed_at IS NULL
    UNION ALL
    SELECT w.message_id, w.received_at, true
    FROM wh_inbox AS w
    WHERE ($3 OR pg_relation_size('wh_inbox') <= 2000 * current_setting('block_size')::bigint) AND w.stream_id = $1
      AND NOT EXISTS (SELECT FROM wh_inbox_state AS s WHERE s.message_id = w.message_id)
)
SELECT
    'wh_inbox' AS source_table, NULL::text AS perspective_name, count(*) AS waiting, 0::bigint AS blockers,
    0::bigint AS followers, 0::bigint AS freed, NULL::timestamptz AS oldest_follower_at, NULL::bigint AS ahead,
    coalesce((array_agg(w.message_id ORDER BY w.received_at, w.message_id) FILTER (WHERE w.troubled))[:$2], '{}')
        || (array_agg(w.message_id ORDER BY w.received_at, w.message_id))[:$2] AS ids
FROM waiting AS w
HAVING count(*) > 0
