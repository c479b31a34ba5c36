-- $1 the path from before
SELECT set_config('search_path', $1, true) AS path
