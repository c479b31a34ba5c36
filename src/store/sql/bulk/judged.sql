-- needs: whizbang_operator
-- Keeps how many of its members a plan found ready, of those that it looked at.
-- $1 operation  $2 looked at  $3 ready
UPDATE whizbang_operator.operations SET judged = $2, ready = $3 WHERE operation_id = $1
