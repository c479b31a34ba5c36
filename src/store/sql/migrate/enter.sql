-- Where the migrations and their bookkeeping go. pg_temp is named, last, so that a function which keeps
-- this path never finds a caller's temporary table first.
SELECT set_config('search_path', 'whizbang_operator, pg_temp', true)
