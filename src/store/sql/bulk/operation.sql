-- needs: whizbang_operator
-- $1 operation
SELECT o.action, o.service, o.state, o.actor, o.reason, o.parameters, o.started_at, o.judged, o.ready, o.matched, o.done, o.skipped, o.failed,
       o.pending
FROM whizbang_operator.operations AS o
WHERE o.operation_id = $1
