-- needs: whizbang_operator
-- Makes the rows that quarantines of a stream have parked, and no release of it has freed since, the members of an
-- operation, in the order in which they were parked.
-- $1 operation  $2 service  $3 stream
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $1, row_number() OVER (ORDER BY p.operation_id, p.ordinal) - 1, p.message_id,
       CASE p.source_table WHEN 'perspective' THEN 'wh_perspective_events' ELSE 'wh_' || p.source_table END,
       p.message_id, p.stream_id
FROM (
    SELECT DISTINCT ON (i.source_table, i.message_id)
        i.operation_id, i.ordinal, i.source_table, i.message_id, i.stream_id
    FROM whizbang_operator.operations AS o
    JOIN whizbang_operator.items AS i ON i.operation_id = o.operation_id AND i.result = 'done'
    WHERE o.service = $2 AND o.action = 'park' AND o.selection ->> 'quarantine' = $3::text
      AND o.started_at > coalesce((
          SELECT max(r.started_at)
          FROM whizbang_operator.operations AS r
          WHERE r.service = $2 AND r.action = 'unpark' AND r.state = 'settled' AND r.selection ->> 'release' = $3::text
      ), '-infinity')
    ORDER BY i.source_table, i.message_id, i.operation_id
) AS p
