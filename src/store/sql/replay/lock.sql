-- needs: wh_dead_letters
-- Locks what candidates.sql finds, in no order, for it waits for nothing; of outbox messages with the stream.
-- $1 ids
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
SELECT d.dead_letter_id AS id, CASE d.source_table WHEN 'wh_outbox' THEN d.stream_id END AS stream_id
FROM asked
JOIN wh_dead_letters AS d ON d.source_table = asked.source_table AND d.source_id = asked.source_id
FOR UPDATE OF d SKIP LOCKED
