-- needs: wh_outbox, wh_dead_letters, wh_event_store, whizbang_operator, function compute_partition
-- Puts dead letters back into the outbox; gives the messages that went in.
-- By column name, so that one statement serves every era: keys that the table lacks are ignored. Later objects
-- win: what recovery would set, what the event store and live rows tell, the before-image, what a replay sets.
-- A body that is JSON null, or only in the event store, comes after (patch_*.sql): populating a record makes
-- of JSON null an SQL null.
-- $1 dead letters  $2 the time each gets  $3 the operation of each before-image  $4 its ordinal
-- $5 what was inferred for each  $6 restore the priority
INSERT INTO wh_outbox
SELECT row.*
FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::jsonb[])
    AS item (dead_letter_id, placed_at, operation_id, ordinal, inferred)
JOIN wh_dead_letters AS d ON d.dead_letter_id = item.dead_letter_id AND d.recovered_at IS NULL
LEFT JOIN whizbang_operator.items AS image ON image.operation_id = item.operation_id AND image.ordinal = item.ordinal
LEFT JOIN LATERAL (
    SELECT true AS stored, stored.scope, stored.flags
    FROM (SELECT NULL::int AS flags) AS absent
    CROSS JOIN LATERAL (SELECT e.scope, flags FROM wh_event_store AS e WHERE e.event_id = d.source_id) AS stored
) AS event ON true
CROSS JOIN LATERAL (SELECT nullif(d.stream_id, '00000000-0000-0000-0000-000000000000') AS id) AS stream
CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_outbox,
    jsonb_build_object(
        'envelope_type', 'recovered', 'is_event', coalesce(event.stored, false), 'scope', event.scope,
        'flags', coalesce(event.flags, 0), 'partition_number', compute_partition(stream.id), 'status', 0
    )
    || item.inferred
    || coalesce(image.before, '{}')
    || jsonb_build_object(
        'message_id', d.source_id, 'destination', d.destination, 'message_type', d.message_type,
        'event_data', CASE WHEN d.envelope -> 'event_data' <> 'null' THEN d.envelope -> 'event_data' ELSE '{}' END,
        'metadata', CASE WHEN d.envelope -> 'metadata' <> 'null' THEN d.envelope -> 'metadata' ELSE '{}' END,
        'stream_id', stream.id, 'created_at', item.placed_at,
        'status', coalesce((image.before ->> 'status')::int, 0) & ~32768,
        'attempts', 0, 'error', NULL, 'failure_reason', 99, 'processed_at', NULL,
        'instance_id', NULL, 'lease_expiry', NULL, 'scheduled_for', NULL, 'coalesce_group', NULL,
        'priority', CASE WHEN $6 THEN coalesce((image.before ->> 'priority')::int, 250) ELSE 250 END
    )
) AS row
ORDER BY row.stream_id, row.created_at, row.message_id
ON CONFLICT DO NOTHING
RETURNING message_id AS id
