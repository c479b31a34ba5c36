-- needs: wh_outbox
-- The outbox rows of streams in order; "before" counts the rows that block one (see outbox_lane.sql).
-- $1 streams  $2 ids to show (null: all)  $3 limit  $4.. after: $4 stream  $5 place  $6 perspective  $7 time  $8 id
-- $9 dead letter  $10 that one included  $11 ties go by id
SELECT placed.stream_id, 1 AS place, '' AS perspective, placed.at, placed.tie, placed.message_id,
       '00000000-0000-0000-0000-000000000000'::uuid AS dead_letter_id, placed.position, placed.before
FROM (
    SELECT item.*,
           CASE WHEN open THEN count(*) FILTER (WHERE open) OVER (PARTITION BY stream_id ORDER BY at, tie) END AS position,
           count(*) FILTER (WHERE blocks) OVER (PARTITION BY stream_id ORDER BY at, CASE WHEN $11 THEN tie END)
               - count(*) FILTER (WHERE blocks) OVER (PARTITION BY stream_id, at, CASE WHEN $11 THEN tie END) AS before
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT w.stream_id, w.created_at AS at, w.message_id AS tie, w.message_id, w.processed_at IS NULL AS open,
               coalesce(w.scheduled_for > now() AND w.processed_at IS NULL AND coalesce_group IS NULL, false) AS blocks
        FROM wh_outbox AS w
        WHERE w.stream_id = ANY ($1)
    ) AS item
) AS placed
WHERE ($2::uuid[] IS NULL OR message_id = ANY ($2))
  AND ($4::uuid IS NULL
       OR (stream_id, 1, '', at, tie, '00000000-0000-0000-0000-000000000000'::uuid) > ($4, $5, $6, $7, $8, $9)
       OR ($10 AND (stream_id, 1, '', at, tie, '00000000-0000-0000-0000-000000000000'::uuid) = ($4, $5, $6, $7, $8, $9)))
ORDER BY stream_id, at, tie
LIMIT $3
