-- needs: wh_perspective_events, wh_active_streams, wh_event_store, wh_perspective_cursors, wh_service_instances
-- Projections of streams that are blocked or whose head no claim takes or finishes, longest waiting first, with how many
-- there are: of each stream and perspective the earliest item that blocks, or else the earliest that never moves by
-- itself, or else the earliest that waits for its cursor (facts §4). What a live instance works on is no trouble: it is
-- passed over, and so is what is behind it, unless that blocks as well.
-- $1 limit  $2 after: since  $3 after: table  $4 after: stream  $5 after: perspective  $6 after: message
-- $7 that one included  $8 streams  $9 also what only a join finds: events, cursors and owners
-- $10 only what never moves by itself  $11 live instances  $12 also what they work on  $13 any instance claims
WITH item AS NOT MATERIALIZED (
    SELECT row.*, row.open AND row.placeless AND NOT EXISTS (
               SELECT FROM wh_active_streams AS a
               WHERE a.stream_id = row.stream_id AND a.assigned_instance_id IS NOT NULL
           ) AS no_partition
    FROM (SELECT 0 AS partition_number) AS absent
    CROSS JOIN LATERAL (
        SELECT w.stream_id, w.perspective_name::text COLLATE "C" AS perspective_name, w.event_work_id, w.event_id,
               w.created_at, w.scheduled_for, w.instance_id, w.lease_expiry, w.processed_at IS NULL AS open,
               partition_number IS NULL AS placeless,
               coalesce(w.scheduled_for > now(), false) AS later,
               w.instance_id IS NOT NULL AND coalesce(w.lease_expiry > now(), false) AS leased
        FROM wh_perspective_events AS w
        WHERE $8::uuid[] IS NULL OR w.stream_id = ANY ($8)
    ) AS row
), held AS NOT MATERIALIZED (
    SELECT c.stream_id, c.perspective_name
    FROM wh_perspective_cursors AS c
    WHERE c.status & 32 = 32 OR (c.stream_lock_instance_id IS NOT NULL AND c.stream_lock_expiry > now())
), candidate AS (
    -- Its own columns tell.
    SELECT i.stream_id, i.perspective_name, i.event_work_id, i.event_id, i.created_at, i.later OR i.leased AS blocks,
           CASE WHEN i.later THEN i.scheduled_for = 'infinity' ELSE i.no_partition OR NOT i.leased END AS stalled,
           NOT i.later AND i.leased AND NOT i.no_partition AND i.instance_id = ANY ($11) AS working
    FROM item AS i
    WHERE i.later OR i.leased OR i.no_partition
       OR (i.open AND i.instance_id IS NOT NULL AND i.lease_expiry IS NULL AND NOT EXISTS (
               SELECT FROM held WHERE held.stream_id = i.stream_id AND held.perspective_name = i.perspective_name))
    UNION ALL
    -- Leased again and again without error: its event is missing, or not stamped for longer than that takes.
    SELECT i.stream_id, i.perspective_name, i.event_work_id, i.event_id, i.created_at, i.leased, true, false
    FROM (SELECT 0::bigint AS commit_sequence) AS absent
    CROSS JOIN LATERAL (
        SELECT i.*
        FROM item AS i
        WHERE $9 AND i.open AND NOT i.later AND i.perspective_name <> '__collective__' AND NOT EXISTS (
            SELECT FROM wh_event_store AS e
            WHERE e.event_id = i.event_id
              AND (commit_sequence IS NOT NULL OR greatest(i.created_at, i.scheduled_for) >= now() - interval '60 seconds')
        )
    ) AS i
    UNION ALL
    -- Its cursor is locked, or has to go back.
    SELECT i.stream_id, i.perspective_name, i.event_work_id, i.event_id, i.created_at, i.leased, false, false
    FROM held
    JOIN item AS i ON i.stream_id = held.stream_id AND i.perspective_name = held.perspective_name
    WHERE $9 AND i.open AND NOT i.later
    UNION ALL
    -- Only the owner of its stream may take it, and that one is not alive, but registered or connected.
    SELECT i.stream_id, i.perspective_name, i.event_work_id, i.event_id, i.created_at, false, true, false
    FROM wh_active_streams AS a
    JOIN item AS i ON i.stream_id = a.stream_id
    WHERE $9 AND $13 AND a.assigned_instance_id <> ALL ($11) AND i.open AND NOT i.later AND i.instance_id IS NULL
      AND (EXISTS (SELECT FROM wh_service_instances AS s WHERE s.instance_id = a.assigned_instance_id)
           OR EXISTS (SELECT FROM pg_stat_activity AS session
                      WHERE session.application_name = left('whizbang-' || a.assigned_instance_id, 63)))
      AND NOT EXISTS (
          SELECT FROM held WHERE held.stream_id = i.stream_id AND held.perspective_name = i.perspective_name)
), ranked AS (
    SELECT c.*, CASE WHEN NOT c.blocks THEN 3 WHEN c.working AND NOT $12 THEN 2 ELSE 1 END AS rank
    FROM candidate AS c
), lane AS (
    SELECT DISTINCT ON (r.stream_id, r.perspective_name) r.*
    FROM ranked AS r
    ORDER BY r.stream_id, r.perspective_name, r.rank, r.rank = 3 AND NOT r.stalled, r.event_id, r.stalled DESC
), found AS (
    SELECT lane.stream_id, lane.perspective_name, lane.event_work_id AS message_id, lane.created_at AS since,
           lane.blocks, lane.stalled
    FROM lane
    WHERE lane.rank <> 2
), page AS (
    SELECT found.stream_id, found.perspective_name, found.message_id, found.since
    FROM found
    WHERE (found.stalled OR NOT $10)
      AND ($2::timestamptz IS NULL
           OR (since, 'wh_perspective_events' COLLATE "C", stream_id, perspective_name, message_id) > ($2, $3, $4, $5, $6)
           OR ($7 AND (since, 'wh_perspective_events', stream_id, perspective_name, message_id) = ($2, $3, $4, $5, $6)))
    ORDER BY since, stream_id, perspective_name, message_id
    LIMIT $1
)
SELECT tally.*, page.*
FROM (SELECT count(*) AS lanes, count(*) FILTER (WHERE blocks) AS blocked, count(*) FILTER (WHERE stalled) AS stalled FROM found) AS tally
LEFT JOIN page ON true
