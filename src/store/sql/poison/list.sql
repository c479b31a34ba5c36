-- with: work_rows/passing_*.sql
-- Poison candidates of one work table, in one of three orders: most tries first, then oldest; or by time alone.
-- A partial index on attempts above 5 serves it, for the least attempts are known when the statement is planned.
-- Long texts are cut only for the rows that are left.
-- $17 $18 $19 tries, time and id of the last row shown  $20 tables of which a row with the same three is still to come
-- $21 limit  $22 length of the error text  $23 order: attempts, newest or oldest
SELECT row.source_table, row.tries, row.message_id, row.stream_id, row.message_type, row.destination,
       row.handler_name, row.perspective_name, row.event_id, row.status, row.attempts, row.failures,
       left(row.error, $22) AS error, row.failure_reason, row.instance_id, row.lease_expiry, row.scheduled_for,
       row.created_at, row.processed_at, row.partition_number, row.coalesce_group,
       CASE WHEN row.metadata::text ILIKE '%scheduleid%' THEN row.metadata END AS schedule, false AS state_missing
FROM (
    SELECT p.*
    FROM passing AS p
    WHERE ($17::int IS NULL OR p.tries <= $17)
      AND ($19::uuid IS NULL OR p.source_table = ANY ($20::text[]) AND (p.created_at, p.message_id) = ($18, $19) OR CASE $23
          WHEN 'oldest' THEN (p.created_at, p.message_id) > ($18::timestamptz, $19)
          WHEN 'newest' THEN (p.created_at, p.message_id) < ($18, $19)
          ELSE p.tries < $17 OR p.tries = $17 AND (p.created_at, p.message_id) > ($18, $19)
      END)
    -- The order is known when the statement is planned: what it leaves out is a constant then, and no sort.
    ORDER BY CASE WHEN $23 = 'attempts' THEN p.tries END DESC,
             CASE WHEN $23 = 'newest' THEN p.created_at END DESC,
             CASE WHEN $23 = 'newest' THEN p.message_id END DESC,
             p.created_at, p.message_id
    LIMIT $21
) AS row
