-- Everything that holds for this transaction only, so that it is the same behind a pooler.
-- $1 search_path  $2 statement_timeout  $3 lock_timeout
SELECT pg_catalog.set_config('search_path', $1, true),
       pg_catalog.set_config('statement_timeout', $2, true),
       pg_catalog.set_config('lock_timeout', $3, true),
       pg_catalog.set_config('idle_in_transaction_session_timeout', '15s', true),
       -- How times are written where they come as text.
       pg_catalog.set_config('datestyle', 'ISO', true),
       pg_catalog.set_config('timezone', 'UTC', true),
       -- Compiling a plan takes longer than any of our statements runs.
       pg_catalog.set_config('jit', 'off', true),
       pg_catalog.set_config('application_name', 'whizbang-cli', true),
       pg_catalog.now() AS now,
       pg_catalog.pg_backend_pid() AS pid
