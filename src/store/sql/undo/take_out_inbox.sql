-- needs: wh_inbox.status, whizbang_operator
-- Takes replayed rows out again that nobody has touched; gives their items.
-- $1 operation  $2 ordinals of its items
DELETE FROM wh_inbox AS w
USING whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND w.message_id = i.message_id
  AND w.instance_id IS NULL AND w.processed_at IS NULL AND w.attempts = 0
RETURNING i.ordinal
