-- Size in bytes of two tables that have no index by message; null for one that is not there.
SELECT pg_relation_size(to_regclass('wh_receptor_processing')) AS receptors,
       pg_relation_size(to_regclass('wh_schedule_runs')) AS runs
