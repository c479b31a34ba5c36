-- needs: wh_outbox, wh_inbox, wh_event_store
-- What the newest rows usually carry, by message type; a sample, because no index finds a type. Rows that
-- the service's own recovery put back have lost what is asked for (facts §6.1).
-- $1 message types  $2 size of each sample
WITH sample AS (
    (
        SELECT w.message_type::text AS message_type, w.is_event, w.envelope_type::text AS envelope_type,
               w.scope IS NOT NULL AS scoped, w.message_id, 'outbox' AS source
        FROM (SELECT * FROM wh_outbox ORDER BY message_id DESC LIMIT $2) AS w
        WHERE w.message_type = ANY ($1) AND w.envelope_type IS DISTINCT FROM 'recovered'
    )
    UNION ALL
    (
        SELECT w.message_type::text, w.is_event, NULL, w.scope IS NOT NULL, w.message_id, 'inbox'
        FROM (SELECT * FROM wh_inbox ORDER BY message_id DESC LIMIT $2) AS w
        WHERE w.message_type = ANY ($1) AND w.handler_name NOT IN ('recovered', 'broker-recovered')
    )
    UNION ALL
    (
        SELECT e.event_type::text, true, NULL, e.scope IS NOT NULL, e.event_id, 'event-store'
        FROM (SELECT * FROM wh_event_store ORDER BY event_id DESC LIMIT $2) AS e
        WHERE e.event_type = ANY ($1)
    )
)
SELECT
    s.message_type,
    (array_agg(s.is_event ORDER BY s.message_id DESC))[1] AS is_event,
    (array_agg(s.envelope_type ORDER BY s.message_id DESC) FILTER (WHERE s.envelope_type IS NOT NULL))[1]
        AS envelope_type,
    bool_or(s.scoped) AS scoped
FROM sample AS s
GROUP BY s.message_type
