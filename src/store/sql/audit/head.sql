-- needs: whizbang_operator
-- Where the chain should end, and where it does.
SELECT h.sequence, h.hash, (SELECT max(a.sequence) FROM whizbang_operator.audit AS a) AS last
FROM whizbang_operator.audit_head AS h
