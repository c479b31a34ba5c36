-- Tables with their indexes, a row each; a table without any has one row.
-- $1 tables, as the search path finds them
SELECT t.name AS table, format('%I.%I', n.nspname, c.relname) AS relation,
       i.indexrelid::regclass::text AS index,
       ARRAY(SELECT pg_get_indexdef(i.indexrelid, k, false) FROM generate_series(1, i.indnkeyatts) AS k) AS columns,
       pg_get_expr(i.indpred, i.indrelid) AS predicate,
       coalesce(i.indisvalid, false) AS valid
FROM unnest($1::text[]) AS t (name)
JOIN pg_class AS c ON c.oid = to_regclass(quote_ident(t.name))
JOIN pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_index AS i ON i.indrelid = c.oid
ORDER BY t.name, index
