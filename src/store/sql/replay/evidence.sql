-- needs: wh_dead_letters, wh_service_instances, wh_message_deduplication, wh_event_store, whizbang_operator
-- What tells whose these dead letters are (facts §0), one row each. The event of a projection item is named
-- in its envelope.
-- $1 dead letters
SELECT
    d.dead_letter_id,
    promoted.service AS promoted_in,
    promoted.operation_id,
    promoted.ordinal,
    EXISTS (
        SELECT FROM wh_service_instances AS i WHERE i.instance_id = d.dead_lettered_by
    ) AS mover_here,
    -- As values: EXISTS may be answered by reading the whole table first.
    (
        SELECT m.message_id FROM wh_message_deduplication AS m
        WHERE m.message_id = d.source_id AND d.source_table IN ('wh_inbox', 'broker')
    ) IS NOT NULL AS deduplicated,
    (
        SELECT e.event_id FROM wh_event_store AS e
        WHERE e.event_id = CASE
            WHEN d.source_table = 'wh_perspective_events' THEN named.event_id ELSE d.source_id
        END
    ) IS NOT NULL AS event_stored,
    named.event_id
FROM wh_dead_letters AS d
CROSS JOIN LATERAL (
    SELECT CASE WHEN text.id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN text.id::uuid END AS event_id
    FROM (SELECT CASE WHEN d.source_table = 'wh_perspective_events' THEN d.envelope ->> 'event_id' END) AS text (id)
) AS named
LEFT JOIN LATERAL (
    SELECT o.service, i.operation_id, i.ordinal
    FROM (
        -- OFFSET keeps the planner from beginning with the operations, whose items may be very many.
        SELECT i.operation_id, i.ordinal
        FROM whizbang_operator.items AS i
        WHERE i.dead_letter_id = d.dead_letter_id AND i.result = 'done' AND i.before IS NOT NULL
        OFFSET 0
    ) AS i
    JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
    WHERE o.action = 'promote'
    ORDER BY i.operation_id DESC
    LIMIT 1
) AS promoted ON true
WHERE d.dead_letter_id = ANY ($1)
