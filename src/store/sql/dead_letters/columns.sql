-- needs: wh_dead_letters
-- The columns of the table, in their order.
SELECT a.attname::text AS name
FROM pg_attribute AS a
WHERE a.attrelid = 'wh_dead_letters'::regclass AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum
