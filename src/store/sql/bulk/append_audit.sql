-- needs: whizbang_operator
-- $1 operation  $2 chunk (null: a record of the whole)  $3 who did it and why
SELECT whizbang_operator.append_audit_of_chunk($1, $2, $3) AS sequence
