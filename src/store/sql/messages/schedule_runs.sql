-- needs: wh_schedule_runs
-- The runs of which a message is the occurrence. No index serves this, so it is read only while the table is small;
-- else one row says that it was not searched. One of the sightings.
-- $1 the event, the message, others
SELECT 'run' AS source, row.schedule_id AS id, NULL::uuid AS stream_id, NULL::text AS name,
       row.fired_at AS started_at, NULL::timestamptz AS ended_at, row.run_id AS number, NULL::int AS version,
       NULL::int AS flags, NULL::boolean AS has_body, row.status AS status, NULL::int AS count,
       row.error AS error, size.small AS searched, NULL::uuid AS dead_letter_id, NULL::text[] AS words
FROM (SELECT pg_relation_size('wh_schedule_runs') <= 64 * 1024 * 1024 AS small) AS size
LEFT JOIN LATERAL (
    SELECT r.run_id, r.schedule_id, r.fired_at, r.status::int, left(r.error_message, 4000) AS error
    FROM wh_schedule_runs AS r
    WHERE size.small AND r.occurrence_id = ($1::uuid[])[2]
) AS row ON true
WHERE row.run_id IS NOT NULL OR NOT size.small
ORDER BY row.run_id
