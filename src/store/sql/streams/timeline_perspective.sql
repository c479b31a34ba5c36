-- needs: wh_perspective_events
-- The projection items of streams in the order of their events; "before" as in perspective_lanes.sql.
-- $1 streams  $2 ids to show (null: all)  $3 limit  $4.. after: $4 stream  $5 place  $6 perspective  $7 time  $8 id
-- $9 dead letter  $10 that one included
SELECT placed.stream_id, 3 AS place, placed.perspective, placed.at, placed.tie, placed.message_id,
       '00000000-0000-0000-0000-000000000000'::uuid AS dead_letter_id, placed.position, placed.before
FROM (
    SELECT item.*,
           CASE WHEN open THEN count(*) FILTER (WHERE open) OVER in_order END AS position,
           count(*) FILTER (WHERE blocks) OVER in_order - blocks::int AS before
    FROM (
        SELECT w.stream_id, w.perspective_name::text COLLATE "C" AS perspective, '-infinity'::timestamptz AS at, w.event_id AS tie,
               w.event_work_id AS message_id, w.processed_at IS NULL AS open,
               coalesce(w.scheduled_for > now(), false)
                   OR (w.instance_id IS NOT NULL AND coalesce(w.lease_expiry > now(), false)) AS blocks
        FROM wh_perspective_events AS w
        WHERE w.stream_id = ANY ($1)
    ) AS item
    WINDOW in_order AS (PARTITION BY stream_id, perspective ORDER BY tie)
) AS placed
WHERE ($2::uuid[] IS NULL OR message_id = ANY ($2))
  AND ($4::uuid IS NULL
       OR (stream_id, 3, perspective, at, tie, '00000000-0000-0000-0000-000000000000'::uuid) > ($4, $5, $6, $7, $8, $9)
       OR ($10 AND (stream_id, 3, perspective, at, tie, '00000000-0000-0000-0000-000000000000'::uuid) = ($4, $5, $6, $7, $8, $9)))
ORDER BY stream_id, perspective, tie
LIMIT $3
