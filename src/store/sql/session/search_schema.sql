-- Looks into another schema for the rest of the transaction, or back into the own.
-- $1 schema (null: take $2 as it is)  $2 search_path
SELECT pg_catalog.set_config(
    'search_path', coalesce('pg_catalog, ' || pg_catalog.quote_ident($1), $2), true
) AS search_path
