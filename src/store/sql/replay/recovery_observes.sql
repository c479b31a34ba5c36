-- Whether the service's own recovery counts a redelivery (since migration 125, facts §3.1).
SELECT EXISTS (
    SELECT FROM pg_proc AS p
    WHERE p.oid = to_regprocedure('recover_dead_letter(uuid)') AND p.prosrc LIKE '%observation_count%'
) AS here
