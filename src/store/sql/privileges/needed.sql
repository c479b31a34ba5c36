-- Which privileges each verb needs in this database, and whether the role of the session has them. From
-- the catalog alone. What is not there (a table of another era) is left out.
-- $1 schema of the service  $2 whether it shares the tables of public (era B)
-- $3 verbs  $4 kinds (table, function)  $5 names  $6 privileges: one entry each
WITH need AS (
    SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS n (verb, kind, name, privilege)
), home AS (
    SELECT n.oid, n.nspname, n.nspname = $1 AS own
    FROM pg_namespace AS n
    WHERE n.nspname IN ($1, 'whizbang_operator') OR (n.nspname = 'public' AND $2)
), relation AS (
    SELECT DISTINCT ON (home.nspname = 'whizbang_operator', c.relname)
           c.oid, c.relname::text AS name, home.nspname::text AS schema, home.nspname = 'whizbang_operator' AS ours
    FROM home
    JOIN pg_class AS c ON c.relnamespace = home.oid
    WHERE c.relkind IN ('r', 'p', 'v')
      AND (c.relname LIKE 'wh\_%' OR home.nspname = 'whizbang_operator')
      -- Of public, only what the service has no table of its own for.
    ORDER BY home.nspname = 'whizbang_operator', c.relname, home.own DESC
), routine AS (
    SELECT p.oid, p.proname::text AS name, home.nspname::text AS schema
    FROM home
    JOIN pg_proc AS p ON p.pronamespace = home.oid
    WHERE home.nspname <> 'public' OR $1 = 'public'
       OR NOT EXISTS (SELECT FROM pg_proc AS q WHERE q.proname = p.proname AND q.pronamespace = to_regnamespace(quote_ident($1)))
)
SELECT 'read' AS verb, 'schema' AS kind, nspname::text AS schema, quote_ident(nspname) AS object, 'USAGE' AS privilege,
       has_schema_privilege(oid, 'USAGE') AS held
FROM home WHERE nspname <> 'whizbang_operator'
UNION ALL
SELECT 'audit', 'schema', nspname::text, quote_ident(nspname), 'USAGE', has_schema_privilege(oid, 'USAGE')
FROM home WHERE nspname = 'whizbang_operator'
UNION ALL
SELECT CASE WHEN ours THEN 'audit' ELSE 'read' END, 'table', schema, format('%I.%I', schema, name), 'SELECT',
       has_table_privilege(oid, 'SELECT')
FROM relation
UNION ALL
SELECT need.verb, need.kind, r.schema, format('%I.%I', r.schema, r.name), need.privilege,
       has_table_privilege(r.oid, need.privilege)
FROM need JOIN relation AS r ON need.kind = 'table' AND r.name = need.name
UNION ALL
SELECT need.verb, need.kind, f.schema,
       format('%I.%I(%s)', f.schema, f.name, pg_get_function_identity_arguments(f.oid)), need.privilege,
       has_function_privilege(f.oid, need.privilege)
FROM need JOIN routine AS f ON need.kind = 'function' AND f.name = need.name
ORDER BY verb, kind DESC, object, privilege
