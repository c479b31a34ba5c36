-- needs: wh_dead_letters
-- The dead letters of streams among the rows: a projection's by its event, others by the time inside of a
-- time-ordered message id (about the time at which the row was made), else by the time of death.
-- $1 streams  $2 message ids to show (null: all)  $3 limit  $4.. after: $4 stream  $5 place  $6 perspective  $7 time
-- $8 id  $9 dead letter  $10 that one included
SELECT placed.*, NULL::bigint AS position, 0::bigint AS before
FROM (
    SELECT d.stream_id,
           CASE d.source_table WHEN 'wh_outbox' THEN 1 WHEN 'wh_perspective_events' THEN 3 ELSE 2 END AS place,
           coalesce(CASE d.source_table WHEN 'wh_perspective_events' THEN d.perspective_name END, '') COLLATE "C" AS perspective,
           CASE
               WHEN d.source_table = 'wh_perspective_events' THEN '-infinity'::timestamptz
               WHEN substr(d.source_id::text, 15, 1) = '7' THEN to_timestamp(
                   ('x' || left(replace(d.source_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
               ELSE d.dead_lettered_at
           END AS at,
           CASE
               WHEN d.source_table = 'wh_perspective_events' AND d.envelope ->> 'event_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
               THEN (d.envelope ->> 'event_id')::uuid
               ELSE d.source_id
           END AS tie,
           d.source_id AS message_id, d.dead_letter_id
    FROM wh_dead_letters AS d
    WHERE d.stream_id = ANY ($1)
) AS placed
WHERE ($2::uuid[] IS NULL OR message_id = ANY ($2))
  AND ($4::uuid IS NULL
       OR (stream_id, place, perspective, at, tie, dead_letter_id) > ($4, $5, $6, $7, $8, $9)
       OR ($10 AND (stream_id, place, perspective, at, tie, dead_letter_id) = ($4, $5, $6, $7, $8, $9)))
ORDER BY stream_id, place, perspective, at, tie, dead_letter_id
LIMIT $3
