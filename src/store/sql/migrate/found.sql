-- Whether our schema and its bookkeeping are there, and every Whizbang table of the database. From the
-- catalog, which needs no privilege.
SELECT
    EXISTS (SELECT FROM pg_namespace WHERE nspname = 'whizbang_operator') AS schema_exists,
    EXISTS (
        SELECT FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = 'whizbang_operator' AND c.relname = '_sqlx_migrations'
    ) AS bookkeeping_exists,
    ARRAY(
        SELECT format('%I.%I', n.nspname, c.relname)
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relname LIKE 'wh\_%' AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
          AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
        ORDER BY n.nspname, c.relname
    ) AS whizbang_tables
