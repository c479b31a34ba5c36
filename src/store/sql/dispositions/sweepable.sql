-- needs: wh_dead_letters
-- Those of these dead letters that the service's sweep for a generation would take (facts §3.1).
-- $1 ids  $2 generation  $3 statuses that the sweep leaves alone
SELECT d.dead_letter_id AS id
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
  AND d.recovered_at IS NULL
  AND d.recovery_status <> ALL ($3::int[])
  AND d.operator_disposition <> 2
  AND $2 <> ALL (d.retried_on_generations)
