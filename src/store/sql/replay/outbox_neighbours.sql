-- needs: wh_outbox, wh_dead_letters, wh_event_store
-- What waits around outbox messages in their streams, and whether later events still do. The version digit of a UUID is
-- the 15th character. All streams are looked at together, for without idx_outbox_stream_run that takes a scan; what waits
-- for coalescing is not in that index, but is scheduled, so that idx_outbox_scheduled_for finds it.
-- $1 dead letters  $2 instances that are alive  $3 it is a scan
WITH dead AS MATERIALIZED (
    SELECT d.dead_letter_id, d.source_id, d.stream_id
    FROM wh_dead_letters AS d
    WHERE d.dead_letter_id = ANY ($1) AND d.source_table = 'wh_outbox'
), stream AS MATERIALIZED (
    SELECT DISTINCT dead.stream_id AS id FROM dead WHERE dead.stream_id IS NOT NULL
), waiting AS MATERIALIZED (
    SELECT row.*,
           -- As a value here and below: EXISTS may be answered by reading the whole table first.
           NOT row.is_event AND (SELECT e.event_id FROM wh_event_store AS e WHERE e.event_id = row.message_id) IS NULL AS no_event
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT w.stream_id, w.message_id, w.created_at, w.is_event, w.instance_id, w.lease_expiry
        FROM stream
        JOIN wh_outbox AS w ON w.stream_id = stream.id
        -- The index has these conditions. A scan would take each row apart up to its last columns for them, so there they
        -- are written such that the stream is looked at first.
        WHERE ($3 OR (w.processed_at IS NULL AND w.published_at IS NULL AND coalesce_group IS NULL))
          AND (NOT $3 OR num_nonnulls(w.processed_at, w.published_at, coalesce_group, nullif(w.stream_id, stream.id)) = 0)
        UNION ALL
        SELECT w.stream_id, w.message_id, w.created_at, w.is_event, w.instance_id, w.lease_expiry
        FROM stream
        JOIN wh_outbox AS w ON w.stream_id = stream.id
        WHERE w.processed_at IS NULL AND w.scheduled_for IS NOT NULL AND coalesce_group IS NOT NULL
    ) AS row
)
SELECT
    d.dead_letter_id,
    max(w.created_at) FILTER (WHERE w.message_id < d.source_id) AS latest_before,
    min(w.created_at) FILTER (WHERE w.message_id > d.source_id) AS earliest_after,
    max(w.created_at) AS last,
    coalesce(bool_or(substr(w.message_id::text, 15, 1) <> '7'), false) AS unordered,
    coalesce(bool_or(w.instance_id = ANY ($2)) FILTER (WHERE later.leased), false) AS leased,
    coalesce(bool_or(w.instance_id <> ALL ($2)) FILTER (WHERE later.leased), false) AS held,
    coalesce(bool_or(w.no_event), false) AS mixed,
    count(*) FILTER (WHERE w.message_id > d.source_id) > 0 AS waits,
    (
        SELECT true
        FROM wh_event_store AS own
        JOIN wh_event_store AS later ON later.stream_id = own.stream_id AND later.version > own.version
        WHERE own.event_id = d.source_id
          AND NOT EXISTS (
              SELECT FROM wh_outbox AS w WHERE w.message_id = later.event_id AND w.processed_at IS NULL
          )
          AND NOT EXISTS (
              SELECT FROM wh_dead_letters AS dead
              WHERE dead.stream_id = later.stream_id
                AND dead.source_table = 'wh_outbox'
                AND dead.source_id = later.event_id
                AND dead.recovered_at IS NULL
          )
        LIMIT 1
    ) IS NOT NULL AS version_gone
FROM dead AS d
LEFT JOIN waiting AS w ON w.stream_id = d.stream_id AND w.message_id <> d.source_id
CROSS JOIN LATERAL (
    SELECT w.message_id > d.source_id AND w.instance_id IS NOT NULL AND coalesce(w.lease_expiry, 'infinity') >= now() AS leased
) AS later
GROUP BY d.dead_letter_id, d.source_id
