-- needs: wh_receptor_processing.event_id
-- What receptors did with an event. No index serves this, so it is read only while the table is small (see
-- unsearched.sql). One of the sightings.
-- $1 the event, the message, others
SELECT 'receptor' AS source, NULL::uuid AS id, NULL::uuid AS stream_id, r.receptor_name::text AS name,
       r.started_at, r.completed_at AS ended_at, NULL::bigint AS number, NULL::int AS version,
       NULL::int AS flags, NULL::boolean AS has_body, r.status::int AS status, r.attempts AS count,
       r.error, NULL::uuid AS dead_letter_id, NULL::text[] AS words
FROM wh_receptor_processing AS r
WHERE r.event_id = ($1::uuid[])[1] AND pg_relation_size('wh_receptor_processing') <= 64 * 1024 * 1024
