-- needs: whizbang_operator
SELECT whizbang_operator.append_audit($1) AS sequence
