-- needs: wh_inbox.status
-- Inbox streams with a row that never moves by itself, longest waiting first, with how many there are: of each stream
-- the earliest such row; one without stream stands alone. Nothing blocks an inbox (facts §4). Without $9
-- idx_inbox_scheduled_for finds them all.
-- $1 limit  $2 after: since  $3 after: table  $4 after: stream  $5 after: perspective  $6 after: message
-- $7 that one included  $8 streams  $9 also rows held without an end of the lease, which no index finds
WITH found AS (
    SELECT DISTINCT ON (coalesce(w.stream_id, w.message_id))
           w.stream_id, '' COLLATE "C" AS perspective_name, w.message_id, w.received_at AS since
    FROM wh_inbox AS w
    WHERE w.processed_at IS NULL
      AND (w.scheduled_for = 'infinity'
           OR ($9 AND w.instance_id IS NOT NULL AND w.lease_expiry IS NULL
               AND (w.scheduled_for <= now() OR w.scheduled_for IS NULL)))
      AND ($8::uuid[] IS NULL OR w.stream_id = ANY ($8))
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
