-- needs: wh_dead_letters
-- Dead letters that these ids name, or whose messages they name: for the answer to an id that is no work row.
-- $1 ids
SELECT d.dead_letter_id, d.source_id, d.recovered_at IS NOT NULL AS recovered
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
   OR (d.source_table IN ('wh_outbox', 'wh_inbox', 'wh_perspective_events', 'broker') AND d.source_id = ANY ($1))
ORDER BY d.dead_letter_id
