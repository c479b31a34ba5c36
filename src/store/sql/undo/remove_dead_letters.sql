-- needs: wh_dead_letters, whizbang_operator
-- Removes the dead letters of messages that are in their work table again; gives those messages.
-- $1 operation  $2 ordinals of its items  $3 the messages
DELETE FROM wh_dead_letters AS d
USING whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND i.message_id = ANY ($3)
  AND d.dead_letter_id = i.dead_letter_id AND d.recovered_at IS NULL
RETURNING i.message_id AS id
