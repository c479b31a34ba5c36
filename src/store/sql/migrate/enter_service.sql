-- The stand-alone tables go into the schema chosen before, and nowhere else.
SELECT set_config('search_path', quote_ident(current_setting('whizbang.schema')) || ', pg_temp', true)
