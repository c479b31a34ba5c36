-- needs: wh_message_deduplication
-- Whether the service saw the message arrive, and how often where the schema counts it.
-- $1 message
SELECT row.*
FROM (SELECT NULL::int AS observation_count) AS absent
CROSS JOIN LATERAL (
    SELECT d.first_seen_at, observation_count FROM wh_message_deduplication AS d WHERE d.message_id = $1
) AS row
