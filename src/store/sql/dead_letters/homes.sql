-- Every schema of the database that has wh_dead_letters, and whether this role can read it (facts §0: one id can
-- exist in several). Tells the search_path too, which whoever looks there has to put back.
SELECT n.nspname::text AS schema,
       pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_table_privilege(c.oid, 'SELECT') AS readable,
       pg_catalog.current_setting('search_path') AS search_path
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relname = 'wh_dead_letters' AND c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\_%'
ORDER BY n.nspname
