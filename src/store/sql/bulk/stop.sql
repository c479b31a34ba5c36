-- As share.sql, alone.
-- $1 operation
SELECT pg_advisory_xact_lock(hashtext('whizbang_operator.operation'), hashtext($1::uuid::text))
