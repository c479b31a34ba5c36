-- Whether public has dead letters besides those of the service.
SELECT EXISTS (
    SELECT FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relname = 'wh_dead_letters'
) AS here
