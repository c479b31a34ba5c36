-- needs: wh_perspective_events, wh_active_streams, wh_event_store, wh_outbox
-- Lanes that are blocked or whose head no claim will ever take, longest waiting first: of each outbox stream the
-- earliest row scheduled for later, of each stream and perspective the earliest item that blocks (facts §4). Rows
-- that live instances work on are left out unless asked for.
-- $1 limit  $2 after: since  $3 after: table  $4 after: stream  $5 after: perspective  $6 that one included
-- $7 tables  $8 streams  $9 live instances  $10 also what live instances work on
WITH outbox AS (
    SELECT DISTINCT ON (row.stream_id) row.stream_id, row.message_id, row.created_at
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT w.stream_id, w.message_id, w.created_at
        FROM wh_outbox AS w
        WHERE w.scheduled_for > now() AND w.processed_at IS NULL AND coalesce_group IS NULL
          AND w.stream_id IS NOT NULL
          AND ($8::uuid[] IS NULL OR w.stream_id = ANY ($8))
    ) AS row
    WHERE $7::text[] IS NULL OR 'wh_outbox' = ANY ($7)
    ORDER BY row.stream_id, row.created_at, row.message_id
), perspective AS (
    SELECT DISTINCT ON (row.stream_id, row.perspective_name)
           row.stream_id, row.perspective_name::text COLLATE "C" AS perspective_name, row.event_work_id, row.created_at
    FROM (SELECT 0 AS partition_number, 0::bigint AS commit_sequence) AS absent
    CROSS JOIN LATERAL (
        SELECT w.stream_id, w.perspective_name, w.event_work_id, w.event_id, w.created_at
        FROM wh_perspective_events AS w
        WHERE (
              w.scheduled_for > now()
              OR (w.instance_id IS NOT NULL AND w.lease_expiry > now() AND ($10 OR w.instance_id <> ALL ($9)))
              OR (w.processed_at IS NULL AND partition_number IS NULL AND NOT EXISTS (
                  SELECT FROM wh_active_streams AS a
                  WHERE a.stream_id = w.stream_id AND a.assigned_instance_id IS NOT NULL))
              -- Leased again and again without error: its event is missing or not stamped.
              OR (w.processed_at IS NULL AND w.attempts >= 3 AND w.perspective_name <> '__collective__' AND NOT EXISTS (
                  SELECT FROM wh_event_store AS e WHERE e.event_id = w.event_id AND commit_sequence IS NOT NULL))
          )
          AND ($8::uuid[] IS NULL OR w.stream_id = ANY ($8))
    ) AS row
    WHERE $7::text[] IS NULL OR 'wh_perspective_events' = ANY ($7)
    ORDER BY row.stream_id, row.perspective_name, row.event_id
), head AS (
    SELECT 'wh_outbox' COLLATE "C" AS source_table, o.stream_id, '' COLLATE "C" AS perspective_name, o.message_id, o.created_at AS since
    FROM outbox AS o
    UNION ALL
    SELECT 'wh_perspective_events' COLLATE "C", p.stream_id, p.perspective_name, p.event_work_id, p.created_at
    FROM perspective AS p
)
SELECT head.*
FROM head
WHERE $2::timestamptz IS NULL
   OR (since, source_table, stream_id, perspective_name) > ($2, $3, $4, $5)
   OR ($6 AND (since, source_table, stream_id, perspective_name) = ($2, $3, $4, $5))
ORDER BY since, source_table, stream_id, perspective_name
LIMIT $1
