-- $1 schema of the stand-alone Whizbang tables, for the next two statements
SELECT set_config('whizbang.schema', $1, true)
