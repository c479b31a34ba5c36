-- needs: wh_dead_letters
-- Deletes finished dead letters. A JSON null in a column that may not be null cannot come back from a record of the row,
-- so a dead letter with one stays.
-- $1 ids
DELETE FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
  AND (d.recovered_at IS NOT NULL OR d.recovery_status IN (3, 4))
  AND jsonb_typeof(d.envelope) <> 'null'
  AND jsonb_typeof(d.metadata) <> 'null'
RETURNING d.dead_letter_id AS id
