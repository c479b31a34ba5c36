-- needs: wh_event_store, wh_event_body
-- An event, and whether its body is there: in its own table or, in the in-between state, in the event itself.
-- Columns that some eras lack are named without their table: where the table has no such column, the name finds the
-- null in "absent". One of the sightings, which have the same columns and are asked for together.
-- $1 the event, the message, others
SELECT 'event' AS source, row.event_id AS id, row.stream_id AS stream_id, row.event_type AS name,
       row.created_at AS started_at, NULL::timestamptz AS ended_at, row.commit_sequence AS number,
       row.version AS version, row.flags AS flags, row.has_body AS has_body, NULL::int AS status,
       NULL::int AS count, NULL::text AS error, NULL::uuid AS dead_letter_id, NULL::text[] AS words
FROM (SELECT NULL::bigint AS commit_sequence, NULL::int AS flags, NULL::jsonb AS event_data) AS absent
CROSS JOIN LATERAL (
    SELECT e.event_id, e.stream_id, e.event_type::text, e.version, e.created_at, commit_sequence, flags,
           event_data IS NOT NULL OR EXISTS (
               SELECT FROM wh_event_body AS b WHERE b.event_id = e.event_id AND b.event_data IS NOT NULL
           ) AS has_body
    FROM wh_event_store AS e
    WHERE e.event_id = ($1::uuid[])[1]
) AS row
