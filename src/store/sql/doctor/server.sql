-- The server and the session, from what needs no privilege.
SELECT
    current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS version_number,
    coalesce(t.ssl, false) AS tls,
    t.version AS tls_version,
    t.cipher AS tls_cipher,
    inet_client_addr() IS NULL AS local,
    current_user::text AS role,
    r.rolsuper AS superuser,
    pg_is_in_recovery() AS in_recovery,
    current_setting('default_transaction_read_only')::boolean AS read_only,
    pg_has_role('pg_read_all_stats', 'USAGE') AS sees_sessions,
    clock_timestamp() AS clock
FROM pg_roles AS r
LEFT JOIN pg_stat_ssl AS t ON t.pid = pg_backend_pid()
WHERE r.rolname = current_user
