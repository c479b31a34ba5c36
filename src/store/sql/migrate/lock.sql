-- One run at a time in this database, to the end of the transaction.
SELECT pg_advisory_xact_lock(hashtext('whizbang_operator migrations'))
