-- Whether the sessions of other roles are seen; without that an instance may live although none shows.
SELECT pg_has_role('pg_read_all_stats', 'USAGE') AS seen
