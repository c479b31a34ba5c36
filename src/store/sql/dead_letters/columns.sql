-- needs: wh_dead_letters
-- The columns of the table, in their order, and whether each has to have a value.
SELECT a.attname::text AS name, a.attnotnull AS required
FROM pg_attribute AS a
WHERE a.attrelid = 'wh_dead_letters'::regclass AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum
