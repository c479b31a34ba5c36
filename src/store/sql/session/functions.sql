-- The service's own functions that a change may call, with the number of their overloads.
-- Names that the schema search finds: the service's schema first, then public where era B keeps them.
SELECT p.proname::text AS name, count(*) AS overloads
FROM pg_catalog.pg_proc AS p
JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
WHERE n.nspname = $1 AND p.proname = ANY ($2)
GROUP BY p.proname
