-- needs: wh_perspective_events, wh_dead_letters, whizbang_operator, function compute_partition
-- Puts dead letters back among the items of their projections; gives the items that went in. The rules are
-- those of insert_outbox.sql; the place in the stream is the event's id, not the time.
-- $1 dead letters  $2 the time each gets  $3 the operation of each before-image  $4 its ordinal
-- $5 what was inferred for each  $6 restore the priority
INSERT INTO wh_perspective_events
SELECT row.*
FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::jsonb[])
    AS item (dead_letter_id, placed_at, operation_id, ordinal, inferred)
JOIN wh_dead_letters AS d ON d.dead_letter_id = item.dead_letter_id AND d.recovered_at IS NULL
LEFT JOIN whizbang_operator.items AS image ON image.operation_id = item.operation_id AND image.ordinal = item.ordinal
CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_perspective_events,
    jsonb_build_object('partition_number', compute_partition(d.stream_id), 'status', 0)
    || item.inferred
    || coalesce(image.before, '{}')
    || jsonb_build_object(
        'event_work_id', d.source_id, 'stream_id', d.stream_id,
        'perspective_name', coalesce(d.perspective_name, d.envelope ->> 'perspective_name'),
        'event_id', d.envelope -> 'event_id', 'created_at', item.placed_at,
        'status', coalesce((image.before ->> 'status')::int, 0) & ~32768,
        'attempts', 0, 'failures', 0, 'error', NULL, 'failure_reason', NULL, 'processed_at', NULL,
        'claimed_at', NULL, 'instance_id', NULL, 'lease_expiry', NULL, 'scheduled_for', NULL,
        'priority', CASE WHEN $6 THEN coalesce((image.before ->> 'priority')::int, 250) ELSE 250 END
    )
) AS row
ORDER BY row.stream_id, row.perspective_name, row.event_id
ON CONFLICT DO NOTHING
RETURNING event_work_id AS id
