-- needs: wh_inbox, wh_inbox_state, wh_dead_letters, wh_event_store, whizbang_operator, function compute_partition
-- Puts dead letters back into both halves of the inbox, without which a row is never claimed (facts §1.3);
-- gives the messages that went in. The rules are those of insert_outbox.sql.
-- $1 dead letters  $2 the time each gets  $3 the operation of each before-image  $4 its ordinal
-- $5 what was inferred for each  $6 restore the priority
WITH doc AS MATERIALIZED (
SELECT d.source_id,
    jsonb_build_object(
        'handler_name', CASE d.source_table WHEN 'broker' THEN 'broker-recovered' ELSE 'recovered' END,
        'is_event', coalesce(event.stored, false), 'scope', event.scope, 'flags', coalesce(event.flags, 0),
        'partition_number', compute_partition(stream.id), 'status', 0, 'source_commit_sequence', 0
    )
    || item.inferred
    || coalesce(image.before, '{}')
    || jsonb_build_object(
        'message_id', d.source_id, 'message_type', d.message_type,
        'event_data', CASE WHEN d.envelope -> 'event_data' <> 'null' THEN d.envelope -> 'event_data' ELSE '{}' END,
        'metadata', CASE WHEN d.envelope -> 'metadata' <> 'null' THEN d.envelope -> 'metadata' ELSE '{}' END,
        'stream_id', stream.id, 'received_at', item.placed_at,
        'status', coalesce((image.before ->> 'status')::int, 0) & ~32768,
        'attempts', 0, 'error', NULL, 'failure_reason', 99, 'processed_at', NULL,
        'instance_id', NULL, 'lease_expiry', NULL, 'scheduled_for', NULL,
        'priority', CASE WHEN $6 THEN coalesce((image.before ->> 'priority')::int, 250) ELSE 250 END
    )
    AS doc
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
ORDER BY d.stream_id, item.placed_at, d.source_id
), inserted AS (
    INSERT INTO wh_inbox
    SELECT row.* FROM doc CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_inbox, doc.doc) AS row
    ON CONFLICT DO NOTHING
    RETURNING message_id
)
INSERT INTO wh_inbox_state
SELECT state.*
FROM inserted
JOIN doc ON doc.source_id = inserted.message_id
CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_inbox_state, doc.doc) AS state
RETURNING message_id AS id
