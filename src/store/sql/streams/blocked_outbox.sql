-- needs: wh_outbox
-- Outbox streams that are blocked or whose head no claim will ever take, longest waiting first, with how many there are:
-- of each stream the earliest row scheduled for later (facts §4), or else the earliest that never moves by itself. A
-- row without stream blocks nothing and stands alone. Without $9 idx_outbox_scheduled_for finds them all.
-- $1 limit  $2 after: since  $3 after: table  $4 after: stream  $5 after: perspective  $6 after: message
-- $7 that one included  $8 streams  $9 also rows held without an end of the lease, which no index finds
-- $10 only what never moves by itself
WITH lane AS (
    SELECT DISTINCT ON (row.stream_id)
           row.stream_id, row.message_id, row.created_at AS since, row.blocks,
           NOT row.blocks OR row.scheduled_for = 'infinity' AS stalled
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT w.stream_id, w.message_id, w.created_at, w.scheduled_for,
               NOT $9 OR coalesce(w.scheduled_for > now(), false) AS blocks
        FROM wh_outbox AS w
        WHERE (w.scheduled_for > now() OR ($9 AND w.instance_id IS NOT NULL AND w.lease_expiry IS NULL))
          AND w.processed_at IS NULL AND coalesce_group IS NULL AND w.stream_id IS NOT NULL
          AND ($8::uuid[] IS NULL OR w.stream_id = ANY ($8))
    ) AS row
    ORDER BY row.stream_id, row.blocks DESC, row.created_at, row.message_id
), alone AS (
    SELECT row.message_id, row.created_at AS since
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT w.message_id, w.created_at
        FROM wh_outbox AS w
        WHERE (w.scheduled_for = 'infinity'
               OR ($9 AND w.instance_id IS NOT NULL AND w.lease_expiry IS NULL
                   AND (w.scheduled_for <= now() OR w.scheduled_for IS NULL)))
          AND w.processed_at IS NULL AND coalesce_group IS NULL AND w.stream_id IS NULL
          AND $8::uuid[] IS NULL
    ) AS row
), found AS (
    SELECT lane.stream_id, lane.message_id, lane.since, lane.blocks, lane.stalled
    FROM lane
    UNION ALL
    SELECT NULL, alone.message_id, alone.since, false, true
    FROM alone
), page AS (
    SELECT found.stream_id, NULL::text AS perspective_name, found.message_id, found.since
    FROM found
    WHERE (found.stalled OR NOT $10)
      AND ($2::timestamptz IS NULL
           OR (since, 'wh_outbox' COLLATE "C", coalesce(stream_id, '00000000-0000-0000-0000-000000000000'), '' COLLATE "C", message_id) > ($2, $3, $4, $5, $6)
           OR ($7 AND (since, 'wh_outbox', coalesce(stream_id, '00000000-0000-0000-0000-000000000000'), '' COLLATE "C", message_id) = ($2, $3, $4, $5, $6)))
    ORDER BY since, stream_id NULLS FIRST, message_id
    LIMIT $1
)
SELECT tally.*, page.*
FROM (SELECT count(*) AS lanes, count(*) FILTER (WHERE blocks) AS blocked, count(*) FILTER (WHERE stalled) AS stalled FROM found) AS tally
LEFT JOIN page ON true
