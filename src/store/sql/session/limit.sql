-- $1 statement_timeout of the following statements of this transaction, in milliseconds
SELECT set_config('statement_timeout', $1, true)
