-- needs: wh_dead_letters, whizbang_operator
-- What a purge recorded of dead letters, and whether they can come back. Fields: those of the record that the table has no
-- column for.
-- $1 purge  $2 dead letters  $3 service
SELECT i.dead_letter_id, i.source_table, i.message_id, i.stream_id, i.before IS NOT NULL AS kept,
       (i.before ->> 'recovered_at') IS NOT NULL AS recovered,
       EXISTS (SELECT FROM wh_dead_letters AS d WHERE d.dead_letter_id = i.dead_letter_id) AS there,
       ARRAY(
           SELECT jsonb_object_keys(i.before)
           EXCEPT
           SELECT a.attname FROM pg_attribute AS a
           WHERE a.attrelid = 'wh_dead_letters'::regclass AND a.attnum > 0 AND NOT a.attisdropped
       ) AS fields
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
WHERE i.operation_id = $1
  AND i.dead_letter_id = ANY ($2)
  AND i.result = 'done'
  AND o.action = 'purge'
  AND o.service = $3
