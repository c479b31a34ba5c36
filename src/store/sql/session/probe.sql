-- What the service schemas of this database have; sent along with BEGIN, so it takes no parameters.
-- "operations" and "items" tell of our own schema; asking to_regclass would be an error for a role that may not use it.
-- Kept to two catalogs and no join: a new backend has to load all it touches.
SELECT c.relnamespace::pg_catalog.regnamespace::text AS schema, c.relname::text AS relation,
       -- A schema that may not be used is passed over in the search of names, as if nothing were there.
       pg_catalog.has_schema_privilege(c.relnamespace, 'USAGE') AS usable,
       -- Whether our own records may be read; for the service's tables the statements themselves tell.
       c.relname NOT LIKE 'wh\_%' AND pg_catalog.has_table_privilege(c.oid, 'SELECT') AS readable,
       (
           SELECT pg_catalog.string_agg(a.attname::text, ' ')
           FROM pg_catalog.pg_attribute AS a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       ) AS columns
FROM pg_catalog.pg_class AS c
WHERE (c.relname LIKE 'wh\_%' OR c.relname IN ('operations', 'items')) AND c.relkind IN ('r', 'p', 'v');
