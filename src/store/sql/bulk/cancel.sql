-- needs: whizbang_operator
-- Ends an operation that is not to be gone on with; what was not done is said to be cancelled.
-- $1 operation
WITH left_over AS (
    DELETE FROM whizbang_operator.members AS m WHERE m.operation_id = $1 RETURNING m.*
), told AS (
    INSERT INTO whizbang_operator.items
        (operation_id, ordinal, named, source_table, message_id, dead_letter_id, stream_id, result, code, message)
    SELECT m.operation_id, m.ordinal, m.id::text,
           CASE m.source_table WHEN 'wh_perspective_events' THEN 'perspective' ELSE regexp_replace(m.source_table, '^wh_', '') END,
           m.message_id, CASE WHEN m.message_id IS NOT NULL THEN m.id END, m.stream_id, 'skipped', 'cancelled', 'the operation was cancelled before it came to this'
    FROM left_over AS m
    RETURNING 1
)
SELECT count(*) AS cancelled FROM told
