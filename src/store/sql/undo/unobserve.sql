-- needs: wh_message_deduplication.observation_count, whizbang_operator
-- Takes back that a replay counted messages as seen once more, where they were not seen again since.
-- $1 operation  $2 ordinals of its items
UPDATE wh_message_deduplication AS m SET observation_count = (i.after #>> '{observations,before}')::int
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND m.message_id = i.message_id
  AND m.observation_count = (i.after #>> '{observations,after}')::int
