-- needs: wh_receptor_processing.event_id
-- What receptors did with an event. No index serves this, so it is read only while the table is small; else one row
-- says that it was not searched. One of the sightings.
-- $1 the event, the message, others
SELECT 'receptor' AS source, NULL::uuid AS id, NULL::uuid AS stream_id, row.receptor_name AS name,
       row.started_at AS started_at, row.completed_at AS ended_at, NULL::bigint AS number, NULL::int AS version,
       NULL::int AS flags, NULL::boolean AS has_body, row.status AS status, row.attempts AS count,
       row.error AS error, size.small AS searched, NULL::uuid AS dead_letter_id, NULL::text[] AS words
FROM (SELECT pg_relation_size('wh_receptor_processing') <= 64 * 1024 * 1024 AS small) AS size
LEFT JOIN LATERAL (
    SELECT r.receptor_name::text, r.status::int, r.attempts, r.error, r.started_at, r.completed_at
    FROM wh_receptor_processing AS r
    WHERE size.small AND r.event_id = ($1::uuid[])[1]
) AS row ON true
WHERE row.receptor_name IS NOT NULL OR NOT size.small
ORDER BY row.started_at, row.receptor_name
