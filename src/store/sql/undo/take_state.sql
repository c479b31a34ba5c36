-- needs: wh_inbox_state, whizbang_operator
-- Takes the second half of inbox rows away that had none before an operation; gives the items that it did.
-- $1 operation  $2 ordinals of its items
DELETE FROM wh_inbox_state AS s
USING whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND s.message_id = i.message_id
  AND s.processed_at IS NULL AND s.instance_id IS NULL AND NOT i.before ? 'attempts'
RETURNING i.ordinal
