-- needs: wh_dead_letters
-- Calls the service's function for dead letters that are still as expected; gives those it was called for.
-- $1 ids  $2 expected status  $3 expected disposition  $4 when each is to be recovered (null: now)
SELECT d.dead_letter_id AS id,
       schedule_next_dead_letter_attempt(d.dead_letter_id, coalesce(expected.next_at, now()))
FROM unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[]) AS expected (id, status, disposition, next_at)
JOIN wh_dead_letters AS d ON d.dead_letter_id = expected.id
WHERE d.recovered_at IS NULL
  AND d.recovery_status = expected.status
  AND d.operator_disposition = expected.disposition
