-- needs: wh_inbox, wh_inbox_state, whizbang_operator
-- As take_out_outbox.sql; the second half goes with the first (facts §1.3).
-- $1 operation  $2 ordinals of its items
DELETE FROM wh_inbox AS w
USING whizbang_operator.items AS i, wh_inbox_state AS s
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND w.message_id = i.message_id AND s.message_id = i.message_id
  AND s.instance_id IS NULL AND s.processed_at IS NULL AND s.attempts = 0
RETURNING i.ordinal
