-- needs: wh_dead_letters
-- Leaves dead letters as the service's own recovery leaves them (facts §3.1).
-- $1 dead letters whose messages went in
UPDATE wh_dead_letters AS d SET
    recovery_status = 3,
    recovered_at = now(),
    recovery_attempts = d.recovery_attempts + 1,
    last_recovery_at = now(),
    retried_on_generations = d.retried_on_generations || d.generation
WHERE d.dead_letter_id = ANY ($1) AND d.recovered_at IS NULL
