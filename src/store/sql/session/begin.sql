-- The first statement of every transaction: chooses the service schema, sets the session for this
-- transaction, and tells what the schema has. One statement, because each costs two round trips.
-- $1 schema asked for (null: the only one that has wh_outbox)  $2 statement_timeout  $3 lock_timeout
WITH service AS MATERIALIZED (
    SELECT n.oid, n.nspname
    FROM pg_catalog.pg_class AS c
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relname = 'wh_outbox' AND c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\_%'
), chosen AS MATERIALIZED (
    SELECT oid, nspname FROM service
    WHERE nspname = $1 OR ($1 IS NULL AND (SELECT count(*) FROM service) = 1)
), home AS MATERIALIZED (
    -- Where the tables of the service may be: its schema, and public for those that era B left there.
    SELECT oid, nspname, false AS shared FROM chosen
    UNION ALL
    SELECT n.oid, n.nspname, true FROM pg_catalog.pg_namespace AS n
    WHERE n.nspname = 'public' AND EXISTS (SELECT FROM chosen WHERE nspname <> 'public')
), relation AS MATERIALIZED (
    SELECT DISTINCT ON (c.relname) c.oid, c.relname, home.shared
    FROM home
    JOIN pg_catalog.pg_class AS c ON c.relnamespace = home.oid
    WHERE c.relname LIKE 'wh\_%' AND c.relkind IN ('r', 'p', 'v')
    ORDER BY c.relname, home.shared
), public_dead AS (
    SELECT EXISTS (SELECT FROM relation WHERE relname = 'wh_dead_letters' AND shared) AS here
)
SELECT
    pg_catalog.set_config(
        'search_path',
        'pg_catalog'
            || coalesce((SELECT ', ' || pg_catalog.quote_ident(nspname) FROM chosen), '')
            || CASE WHEN (SELECT here FROM public_dead) THEN ', public' ELSE '' END,
        true
    ) AS search_path,
    pg_catalog.set_config('statement_timeout', $2, true) AS statement_timeout,
    pg_catalog.set_config('lock_timeout', $3, true) AS lock_timeout,
    pg_catalog.set_config('idle_in_transaction_session_timeout', '60s', true) AS idle_timeout,
    pg_catalog.set_config('application_name', 'whizbang-cli', true) AS application_name,
    pg_catalog.now() AS now,
    pg_catalog.pg_backend_pid() AS pid,
    (SELECT nspname::text FROM chosen) AS service,
    ARRAY(SELECT nspname::text FROM service ORDER BY nspname) AS services,
    (SELECT here FROM public_dead) AS dead_letters_in_public,
    (
        SELECT pg_catalog.jsonb_object_agg(r.relname, r.columns)
        FROM (
            SELECT relation.relname, pg_catalog.jsonb_agg(a.attname) AS columns
            FROM relation
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = relation.oid
            WHERE a.attnum > 0 AND NOT a.attisdropped
              AND (NOT relation.shared OR (SELECT here FROM public_dead))
            GROUP BY relation.relname
        ) AS r
    ) AS tables,
    -- Not by to_regclass, which fails for a role that may not use the schema.
    EXISTS (
        SELECT FROM pg_catalog.pg_class AS c
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = 'whizbang_operator' AND c.relname = 'operations'
    ) AS operator_schema
