-- The table in which sqlx keeps what is applied, for a DBA's script. The program lets sqlx create it.
CREATE TABLE IF NOT EXISTS _sqlx_migrations (
    version        bigint PRIMARY KEY,
    description    text NOT NULL,
    installed_on   timestamptz NOT NULL DEFAULT now(),
    success        boolean NOT NULL,
    checksum       bytea NOT NULL,
    execution_time bigint NOT NULL
);
