-- needs: wh_inbox_state, wh_inbox
-- Inbox streams with a row that never moves by itself, longest waiting first, with how many there are: of each stream
-- the earliest such row; one without stream stands alone. Nothing blocks an inbox (facts §4). Both joins of the two
-- halves go by their keys; without $9 idx_inbox_state_stream_order finds what is left.
-- $1 limit  $2 after: since  $3 after: table  $4 after: stream  $5 after: perspective  $6 after: message
-- $7 that one included  $8 streams  $9 also parked rows, rows held without an end of the lease, and rows without state
-- $10 instances own streams, and $11 is the rank of the only one of $12 live instances that does (null: there are more)
WITH stuck AS (
    SELECT s.stream_id, s.message_id, s.received_at
    FROM wh_inbox_state AS s
    WHERE $9 AND s.processed_at IS NULL
      AND (s.scheduled_for = 'infinity'
           OR (s.instance_id IS NOT NULL AND s.lease_expiry IS NULL
               AND (s.scheduled_for <= now() OR s.scheduled_for IS NULL)))
    UNION ALL
    SELECT s.stream_id, s.message_id, s.received_at
    FROM wh_inbox_state AS s
    WHERE $10 AND s.processed_at IS NULL AND s.stream_id IS NULL AND s.instance_id IS NULL
      AND (s.scheduled_for <= now() OR s.scheduled_for IS NULL)
      AND ($11::int IS NULL OR s.partition_number % $12::int <> $11)
    UNION ALL
    SELECT w.stream_id, w.message_id, w.received_at
    FROM wh_inbox AS w
    WHERE $9 AND NOT EXISTS (SELECT FROM wh_inbox_state AS s WHERE s.message_id = w.message_id)
), found AS (
    SELECT DISTINCT ON (coalesce(w.stream_id, w.message_id))
           w.stream_id, '' COLLATE "C" AS perspective_name, w.message_id, w.received_at AS since
    FROM stuck AS w
    WHERE $8::uuid[] IS NULL OR w.stream_id = ANY ($8)
    ORDER BY coalesce(w.stream_id, w.message_id), w.received_at, w.message_id
), page AS (
    SELECT found.stream_id, found.perspective_name, found.message_id, found.since
    FROM found
    WHERE $2::timestamptz IS NULL
       OR (since, 'wh_inbox' COLLATE "C", coalesce(stream_id, '00000000-0000-0000-0000-000000000000'), perspective_name, message_id) > ($2, $3, $4, $5, $6)
       OR ($7 AND (since, 'wh_inbox', coalesce(stream_id, '00000000-0000-0000-0000-000000000000'), perspective_name, message_id) = ($2, $3, $4, $5, $6))
    ORDER BY since, stream_id NULLS FIRST, message_id
    LIMIT $1
)
SELECT tally.*, page.*
FROM (SELECT count(*) AS lanes, 0::bigint AS blocked, count(*) AS stalled FROM found) AS tally
LEFT JOIN page ON true
