-- needs: wh_outbox, wh_inbox
-- What the schema of the moment decides about outbox streams (see resolve.sql).
SELECT
    EXISTS (
        SELECT FROM pg_proc AS p
        JOIN pg_class AS c ON c.relnamespace = p.pronamespace AND c.oid = 'wh_outbox'::regclass
        WHERE p.proname = 'claim_orphaned_outbox' AND 'p_run_length' = ANY (p.proargnames)
    ) AS ties_by_id,
    to_regclass('idx_outbox_stream_run') IS NOT NULL AS outbox_index,
    pg_relation_size('wh_outbox') > 2000 * current_setting('block_size')::bigint AS large_outbox,
    pg_relation_size('wh_inbox') > 2000 * current_setting('block_size')::bigint AS large_inbox
