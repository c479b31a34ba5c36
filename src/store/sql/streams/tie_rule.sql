-- needs: wh_outbox, wh_inbox
-- What decides about the order of outbox rows, and about which searches are cheap.
SELECT
    EXISTS (
        SELECT FROM pg_proc AS p
        WHERE p.proname = 'claim_orphaned_outbox' AND pg_function_is_visible(p.oid) AND 'p_run_length' = ANY (p.proargnames)
    ) AS ties_by_id,
    pg_relation_size('wh_outbox') > 2000 * current_setting('block_size')::bigint AS large_outbox,
    pg_relation_size('wh_inbox') > 2000 * current_setting('block_size')::bigint AS large_inbox
