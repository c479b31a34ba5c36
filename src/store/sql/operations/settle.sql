-- needs: whizbang_operator
-- How an operation of one transaction ended. A statement of its own, for items are added to unsettled operations only.
-- $1 operation  $2 state  $3 error  $4 parameters  $5.. totals: matched, done, skipped, failed, pending
UPDATE whizbang_operator.operations AS o SET
    state = $2, settled_at = clock_timestamp(), error = $3, parameters = $4,
    matched = $5, done = $6, skipped = $7, failed = $8, pending = $9
WHERE o.operation_id = $1
