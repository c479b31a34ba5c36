-- needs: wh_schedule_runs
-- The runs of which a message is the occurrence. No index serves this, so it is read only while the table is small (see
-- unsearched.sql). One of the sightings.
-- $1 the event, the message, others
SELECT 'run' AS source, r.schedule_id AS id, NULL::uuid AS stream_id, NULL::text AS name,
       r.fired_at AS started_at, NULL::timestamptz AS ended_at, r.run_id AS number, NULL::int AS version,
       NULL::int AS flags, NULL::boolean AS has_body, r.status::int AS status, NULL::int AS count,
       left(r.error_message, 4000) AS error, NULL::uuid AS dead_letter_id, NULL::text[] AS words
FROM wh_schedule_runs AS r
WHERE r.occurrence_id = ($1::uuid[])[2] AND pg_relation_size('wh_schedule_runs') <= 64 * 1024 * 1024
