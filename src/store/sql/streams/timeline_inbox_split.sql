-- needs: wh_inbox_state, wh_inbox
-- The inbox rows of streams in order; nothing blocks them (facts §4).
-- $1 streams  $2 ids to show (null: all)  $3 limit  $4.. after: $4 stream  $5 place  $6 perspective  $7 time  $8 id
-- $9 dead letter  $10 that one included
SELECT placed.stream_id, 2 AS place, '' AS perspective, placed.at, placed.tie, placed.message_id,
       '00000000-0000-0000-0000-000000000000'::uuid AS dead_letter_id, placed.position, 0::bigint AS before
FROM (
    SELECT item.*,
           CASE WHEN open THEN count(*) FILTER (WHERE open) OVER (PARTITION BY stream_id ORDER BY at, tie) END AS position
    FROM (
        SELECT w.stream_id, w.received_at AS at, w.message_id AS tie, w.message_id, s.processed_at IS NULL AS open
        FROM wh_inbox AS w
        LEFT JOIN wh_inbox_state AS s ON s.message_id = w.message_id
        WHERE w.stream_id = ANY ($1)
    ) AS item
) AS placed
WHERE ($2::uuid[] IS NULL OR message_id = ANY ($2))
  AND ($4::uuid IS NULL
       OR (stream_id, 2, '', at, tie, '00000000-0000-0000-0000-000000000000'::uuid) > ($4, $5, $6, $7, $8, $9)
       OR ($10 AND (stream_id, 2, '', at, tie, '00000000-0000-0000-0000-000000000000'::uuid) = ($4, $5, $6, $7, $8, $9)))
ORDER BY stream_id, at, tie
LIMIT $3
