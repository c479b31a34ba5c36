-- needs: wh_outbox, wh_dead_letters, wh_event_store
-- What waits around outbox messages in their streams, and whether later events still do. Rows without
-- neighbours and without an event are left out. The version digit of a UUID is the 15th character.
-- $1 dead letters  $2 instances that are alive
SELECT
    d.dead_letter_id,
    waiting.latest_before,
    waiting.earliest_after,
    waiting.last,
    coalesce(waiting.unordered, false) AS unordered,
    coalesce(waiting.leased, false) AS leased,
    coalesce(waiting.held, false) AS held,
    coalesce(waiting.mixed, false) AS mixed,
    waiting.earliest_after IS NOT NULL AS waits,
    EXISTS (
        SELECT FROM wh_event_store AS own
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
    ) AS version_gone
FROM wh_dead_letters AS d
LEFT JOIN LATERAL (
    SELECT
        max(w.created_at) FILTER (WHERE w.message_id < d.source_id) AS latest_before,
        min(w.created_at) FILTER (WHERE w.message_id > d.source_id) AS earliest_after,
        max(w.created_at) AS last,
        bool_or(substr(w.message_id::text, 15, 1) <> '7') AS unordered,
        bool_or(w.instance_id = ANY ($2)) FILTER (WHERE later.leased) AS leased,
        bool_or(w.instance_id <> ALL ($2)) FILTER (WHERE later.leased) AS held,
        bool_or(
            NOT w.is_event AND NOT EXISTS (SELECT FROM wh_event_store AS e WHERE e.event_id = w.message_id)
        ) AS mixed
    FROM wh_outbox AS w
    CROSS JOIN LATERAL (
        SELECT w.message_id > d.source_id AND w.instance_id IS NOT NULL
           AND coalesce(w.lease_expiry, 'infinity') >= now() AS leased
    ) AS later
    WHERE w.stream_id = d.stream_id AND w.processed_at IS NULL AND w.message_id <> d.source_id
) AS waiting ON true
WHERE d.dead_letter_id = ANY ($1) AND d.source_table = 'wh_outbox'
