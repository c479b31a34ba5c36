-- Points bare names at one schema for the statements that follow, and gives the path from before.
-- $1 schema
SELECT
    current_setting('search_path') AS path,
    set_config('search_path', 'pg_catalog, ' || quote_ident($1), true) AS changed
