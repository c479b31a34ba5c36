-- with: work_rows/passing_*.sql
-- Failed rows of one work table, counted by what $17 says.
-- $17 what to group by  $18 bounds of the groups of age  $19 group by error texts as well  $20 their length
SELECT row.key, row.error, count(*) AS count, min(row.created_at) AS oldest, max(row.created_at) AS newest
FROM (
    SELECT
        p.created_at,
        CASE $17
            WHEN 'reason' THEN p.failure_reason::text
            WHEN 'attempts' THEN p.tries::text
            WHEN 'type' THEN coalesce(p.message_type, p.perspective_name)
            WHEN 'destination' THEN p.destination
            WHEN 'table' THEN p.source_table
            WHEN 'age' THEN width_bucket(p.created_at, $18::timestamptz[])::text
        END AS key,
        CASE WHEN $19 THEN left(p.error, $20) END AS error
    FROM passing AS p
    WHERE (p.status & 32768) = 32768
) AS row
GROUP BY row.key, row.error
