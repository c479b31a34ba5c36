-- needs: wh_outbox
-- What the schema of the moment decides about outbox streams (see resolve.sql).
SELECT
    EXISTS (
        SELECT FROM pg_proc AS p
        JOIN pg_class AS c ON c.relnamespace = p.pronamespace AND c.oid = 'wh_outbox'::regclass
        WHERE p.proname = 'claim_orphaned_outbox' AND 'p_run_length' = ANY (p.proargnames)
    ) AS ties_by_id,
    to_regclass('idx_outbox_stream_run') IS NOT NULL AS outbox_index,
    EXISTS (
        SELECT FROM pg_namespace AS n JOIN pg_class AS c ON c.relnamespace = n.oid
        WHERE n.nspname = 'whizbang_operator' AND c.relname IN ('items', 'operations')
          AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
        HAVING count(*) = 2
    ) AS operations_readable
