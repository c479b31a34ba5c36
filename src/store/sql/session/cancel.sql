-- $1 process id of the backend  $2 start of the transaction that is to be stopped
SELECT pg_cancel_backend(a.pid)
FROM pg_stat_activity AS a
WHERE a.pid = $1 AND a.xact_start = $2 AND a.application_name = 'whizbang-cli'
