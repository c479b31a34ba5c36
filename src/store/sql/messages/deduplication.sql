-- needs: wh_message_deduplication
-- Whether the service saw the message arrive, and how often where the schema counts it. One of the sightings.
-- $1 the event, the message, others
SELECT 'deduplication' AS source, NULL::uuid AS id, NULL::uuid AS stream_id, NULL::text AS name,
       row.first_seen_at AS started_at, NULL::timestamptz AS ended_at, NULL::bigint AS number,
       NULL::int AS version, NULL::int AS flags, NULL::boolean AS has_body, NULL::int AS status,
       row.observation_count AS count, NULL::text AS error, NULL::uuid AS dead_letter_id, NULL::text[] AS words
FROM (SELECT NULL::int AS observation_count) AS absent
CROSS JOIN LATERAL (
    SELECT d.first_seen_at, observation_count FROM wh_message_deduplication AS d
    WHERE d.message_id = ($1::uuid[])[2]
) AS row
