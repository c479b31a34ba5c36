-- The tables that are too large to be searched without an index, where they are there at all. One of the sightings.
SELECT 'unsearched' AS source, NULL::uuid AS id, NULL::uuid AS stream_id, large.name,
       NULL::timestamptz AS started_at, NULL::timestamptz AS ended_at, NULL::bigint AS number, NULL::int AS version,
       NULL::int AS flags, NULL::boolean AS has_body, NULL::int AS status, NULL::int AS count,
       NULL::text AS error, NULL::uuid AS dead_letter_id, NULL::text[] AS words
FROM unnest('{wh_receptor_processing,wh_schedule_runs}'::text[]) AS large (name)
WHERE pg_relation_size(to_regclass(large.name)) > 64 * 1024 * 1024
