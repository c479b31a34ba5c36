-- The service's functions with these names, with the arguments of each overload. Where the service shares
-- public (era B), an overload there with other arguments is found by an unqualified call as well.
-- $1 names  $2 schema of the service  $3 whether it shares public
SELECT p.proname::text AS name,
       array_agg(DISTINCT pg_get_function_identity_arguments(p.oid)) AS overloads
FROM pg_proc AS p
JOIN pg_namespace AS n ON n.oid = p.pronamespace
WHERE p.proname = ANY ($1) AND (n.nspname = $2 OR (n.nspname = 'public' AND $3))
GROUP BY p.proname
ORDER BY p.proname
