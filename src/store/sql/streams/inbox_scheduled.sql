-- needs: wh_inbox.status
-- The inbox rows of a stream that wait for a later time. None of them blocks (facts §4).
-- $1 stream  $2 most ids
SELECT
    'wh_inbox' AS source_table, NULL::text AS perspective_name, NULL::bigint AS waiting, 0::bigint AS blockers,
    0::bigint AS followers, 0::bigint AS freed, NULL::timestamptz AS oldest_follower_at, NULL::bigint AS ahead,
    (array_agg(w.message_id ORDER BY w.received_at, w.message_id))[:$2] AS ids
FROM wh_inbox AS w
WHERE w.stream_id = $1 AND w.scheduled_for > now() AND w.processed_at IS NULL
HAVING count(*) > 0
