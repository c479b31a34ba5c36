-- needs: wh_perspective_cursors
-- How far the projections of a stream are. Bit 32 of the status: flagged to rewind (facts §1.5).
-- $1 stream  $2 projections (null: all)
SELECT c.perspective_name::text, c.last_event_id, c.processed_at, c.error, (c.status & 32) <> 0 AS rewinding
FROM wh_perspective_cursors AS c
WHERE c.stream_id = $1 AND ($2::text[] IS NULL OR c.perspective_name = ANY ($2))
ORDER BY c.perspective_name
