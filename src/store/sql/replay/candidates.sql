-- needs: wh_dead_letters
-- The dead letters that the ids name, as their own id or as message id, and all others of those messages from which the
-- same work can run. The source tables are named because the index on (source_table, source_id, ..) begins with them.
-- $1 ids  $2 length of the error text
WITH exact AS MATERIALIZED (
    SELECT d.dead_letter_id, d.source_table, d.source_id FROM wh_dead_letters AS d WHERE d.dead_letter_id = ANY ($1)
), asked AS MATERIALIZED (
    SELECT e.source_table, e.source_id FROM exact AS e
    UNION
    SELECT CASE e.source_table WHEN 'broker' THEN 'wh_inbox' ELSE 'broker' END, e.source_id
    FROM exact AS e
    WHERE e.source_table IN ('wh_inbox', 'broker')
    UNION
    SELECT source.source_table, given.id
    FROM unnest($1::uuid[]) AS given (id)
    CROSS JOIN (VALUES ('wh_outbox'), ('wh_inbox'), ('broker'), ('wh_perspective_events')) AS source (source_table)
    WHERE NOT EXISTS (SELECT FROM exact AS e WHERE e.dead_letter_id = given.id)
)
SELECT d.dead_letter_id, d.source_table, d.source_id, d.stream_id, d.message_type, d.destination, d.perspective_name,
       d.failure_reason, left(d.error_text, $2) AS error_text, d.attempts_when_dlq AS attempts,
       d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
       d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text
FROM asked
JOIN wh_dead_letters AS d ON d.source_table = asked.source_table AND d.source_id = asked.source_id
