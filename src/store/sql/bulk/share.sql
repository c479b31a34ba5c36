-- Taken by each chunk of an operation before anything else, and together with other chunks: who ends the operation waits
-- for those under way, and those to come wait for the end. Two numbers, for the service's own such locks are one.
-- $1 operation
SELECT pg_advisory_xact_lock_shared(hashtext('whizbang_operator.operation'), hashtext($1::uuid::text))
