-- needs: whizbang_operator
-- Makes the work rows that pass a filter the members of an operation, stream by stream in the order of the service.
-- The rows of the three tables follow, and a bracket.
-- $17 operation
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $17, row_number() OVER (ORDER BY c.source_table, c.stream_id, c.created_at, c.message_id) - 1, c.message_id,
       c.source_table, c.message_id, c.stream_id
FROM (
