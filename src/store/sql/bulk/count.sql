-- needs: whizbang_operator
-- $1 operation
SELECT count(*) AS members, count(DISTINCT m.stream_id) AS streams FROM whizbang_operator.members AS m WHERE m.operation_id = $1
