-- needs: wh_event_store
-- lacks: wh_event_body
-- An event, and whether its body is there. Columns that some eras lack are named without their table: where the table
-- has no such column, the name finds the null in "absent".
-- $1 event
SELECT row.*
FROM (SELECT NULL::bigint AS commit_sequence, NULL::int AS flags, NULL::jsonb AS event_data) AS absent
CROSS JOIN LATERAL (
    SELECT e.event_id, e.stream_id, e.event_type::text, e.version, e.created_at, commit_sequence, flags,
           event_data IS NOT NULL AS has_body
    FROM wh_event_store AS e
    WHERE e.event_id = $1
) AS row
