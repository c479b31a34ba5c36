-- needs: whizbang_operator
-- How far the canary of an operation is: its members that are left to do, the items that were done of it, and whether
-- anything behind it was begun.
-- $1 operation
SELECT (SELECT count(*) FROM whizbang_operator.members AS m WHERE m.operation_id = $1 AND m.ordinal < 0) AS left_to_do,
       (SELECT count(*) FROM whizbang_operator.items AS i
        WHERE i.operation_id = $1 AND i.ordinal < 0 AND i.result = 'done') AS done,
       EXISTS (SELECT FROM whizbang_operator.items AS i WHERE i.operation_id = $1 AND i.ordinal >= 0) AS passed
