-- Which other schemas may be asked about these messages, and what each has that this role may read.
-- $1 the other services  $2 whether public may hold dead letters that are not this service's own
SELECT
    n.nspname::text AS schema,
    n.nspname = ANY ($1) AS service,
    coalesce(bool_or(c.relname = 'wh_dead_letters'), false) AS dead_letters,
    count(*) FILTER (
        WHERE c.relname IN ('wh_service_instances', 'wh_message_deduplication', 'wh_event_store')
    ) = 3 AS traces
FROM pg_namespace AS n
LEFT JOIN pg_class AS c
    ON c.relnamespace = n.oid
   AND c.relkind IN ('r', 'p')
   AND c.relname IN ('wh_dead_letters', 'wh_service_instances', 'wh_message_deduplication', 'wh_event_store')
   AND has_schema_privilege(n.oid, 'USAGE')
   AND has_table_privilege(c.oid, 'SELECT')
WHERE n.nspname = ANY ($1) OR (n.nspname = 'public' AND $2)
GROUP BY n.nspname
ORDER BY n.nspname
