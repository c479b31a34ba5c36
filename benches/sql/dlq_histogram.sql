SELECT failure_reason, count(*), min(dead_lettered_at), max(dead_lettered_at) FROM wh_dead_letters GROUP BY 1 ORDER BY 2 DESC
