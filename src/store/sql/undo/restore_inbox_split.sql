-- needs: wh_inbox_state, whizbang_operator
-- Gives work rows the schedule, lease and count that they had before an operation; gives the items that it did.
-- $1 operation  $2 ordinals of its items  $3 start counting anew instead
UPDATE wh_inbox_state AS w SET
    scheduled_for = (i.before ->> 'scheduled_for')::timestamptz,
    instance_id = (i.before ->> 'instance_id')::uuid,
    lease_expiry = (i.before ->> 'lease_expiry')::timestamptz,
    attempts = CASE WHEN $3 THEN 0 ELSE (i.before ->> 'attempts')::int END
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND w.message_id = i.message_id AND w.processed_at IS NULL
  AND i.before ? 'attempts'
RETURNING i.ordinal
