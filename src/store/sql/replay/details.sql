-- needs: wh_dead_letters, wh_outbox, wh_inbox, wh_perspective_events, wh_event_store, wh_message_deduplication, wh_perspective_cursors, whizbang_operator
-- What the rows and their surroundings say, one row a dead letter. Columns that some eras lack are named
-- without their table: where the table has no such column, the name finds the null in "absent".
-- $1 dead letters  $2 the operation of each before-image  $3 its ordinal  $4 the event of each projection item
SELECT
    d.dead_letter_id,
    CASE
        WHEN NOT body.there THEN 'missing'
        WHEN body.kind = 'null' THEN 'null'
        ELSE 'whole'
    END AS body,
    coalesce(jsonb_typeof(d.envelope -> 'metadata') = 'null', false) AS metadata_is_json_null,
    (
        SELECT coalesce(jsonb_object_agg(pair.key, pair.value), '{}')
        FROM (VALUES (d.metadata), (d.envelope -> 'metadata'), (image.before -> 'metadata')) AS source (metadata)
        CROSS JOIN LATERAL jsonb_each(
            CASE WHEN jsonb_typeof(source.metadata) = 'object' THEN source.metadata ELSE '{}' END
        ) AS pair
        WHERE lower(pair.key) IN ('scheduleid', 'deliveryguarantee')
    ) AS schedule,
    CASE
        WHEN length(d.message_type) > 500 AND d.source_table <> 'wh_perspective_events' THEN 'message_type'
        WHEN length(d.destination) > 500 AND d.source_table = 'wh_outbox' THEN 'destination'
        WHEN length(d.perspective_name) > 200 AND d.source_table = 'wh_perspective_events' THEN 'perspective_name'
    END AS too_long,
    -- As values: EXISTS may be answered by reading the whole table first.
    CASE
        WHEN d.source_table = 'wh_outbox' THEN (SELECT w.message_id FROM wh_outbox AS w WHERE w.message_id = d.source_id)
        WHEN d.source_table IN ('wh_inbox', 'broker') THEN (SELECT w.message_id FROM wh_inbox AS w WHERE w.message_id = d.source_id)
        ELSE (SELECT w.event_work_id FROM wh_perspective_events AS w WHERE w.event_work_id = d.source_id)
    END IS NOT NULL AS present,
    (
        SELECT w.event_work_id FROM wh_perspective_events AS w
        WHERE d.source_table = 'wh_perspective_events'
          AND w.stream_id = d.stream_id
          AND w.perspective_name = coalesce(d.perspective_name, d.envelope ->> 'perspective_name')
          AND w.event_id = asked.event_id
          AND w.event_work_id <> d.source_id
    ) AS unique_holder,
    coalesce(image.before ->> 'created_at', image.before ->> 'received_at')::timestamptz AS before_created_at,
    (image.before ->> 'scheduled_for')::timestamptz AS before_scheduled_for,
    image.before ->> 'coalesce_group' IS NOT NULL AS before_coalescing,
    coalesce(image.before -> 'json_nulls' ? 'scope', false) AS before_scope_is_json_null,
    event.version AS event_version,
    event.stamped AS event_stamped,
    event.scoped AS event_scoped,
    event.scope_is_json_null AS event_scope_is_json_null,
    event.flagged AS event_flagged,
    event.created_at AS event_created_at,
    seen.observation_count,
    CASE
        WHEN cursor.stream_id IS NULL THEN 'missing'
        WHEN cursor.last_event_id = asked.event_id THEN 'on'
        WHEN cursor.last_event_id > asked.event_id THEN 'past'
        ELSE 'before'
    END AS cursor
FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[]) AS asked (dead_letter_id, operation_id, ordinal, event_id)
JOIN wh_dead_letters AS d ON d.dead_letter_id = asked.dead_letter_id
CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_typeof(d.envelope) = 'object' AND d.envelope ? 'event_data', false) AS there,
           jsonb_typeof(d.envelope -> 'event_data') AS kind
) AS body
LEFT JOIN whizbang_operator.items AS image
    ON image.operation_id = asked.operation_id AND image.ordinal = asked.ordinal
LEFT JOIN LATERAL (
    SELECT e.version, e.commit_sequence IS NOT NULL AS stamped, e.scope IS NOT NULL AS scoped,
           coalesce(e.scope = 'null', false) AS scope_is_json_null, e.created_at,
           absent_or_not.flagged
    FROM wh_event_store AS e
    CROSS JOIN LATERAL (
        SELECT store.flagged
        FROM (SELECT NULL::int AS flags) AS absent
        CROSS JOIN LATERAL (
            SELECT flags IS NOT NULL AS flagged FROM wh_event_store AS x WHERE x.event_id = e.event_id
        ) AS store
    ) AS absent_or_not
    WHERE e.event_id = coalesce(asked.event_id, d.source_id)
) AS event ON true
LEFT JOIN LATERAL (
    SELECT seen.observation_count
    FROM (SELECT NULL::int AS observation_count) AS absent
    CROSS JOIN LATERAL (
        SELECT observation_count FROM wh_message_deduplication AS m WHERE m.message_id = d.source_id
    ) AS seen
) AS seen ON d.source_table IN ('wh_inbox', 'broker')
LEFT JOIN wh_perspective_cursors AS cursor
    ON d.source_table = 'wh_perspective_events'
   AND cursor.stream_id = d.stream_id
   AND cursor.perspective_name = coalesce(d.perspective_name, d.envelope ->> 'perspective_name')
