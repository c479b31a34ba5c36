-- needs: wh_message_deduplication.observation_count, whizbang_operator
-- How many members of an operation are messages that arrived so often that the service may take them for poison.
-- $1 operation  $2 arrivals
SELECT count(*) AS count
FROM whizbang_operator.members AS m
JOIN wh_message_deduplication AS seen ON seen.message_id = m.message_id
WHERE m.operation_id = $1 AND m.source_table IN ('wh_inbox', 'broker') AND seen.observation_count >= $2
