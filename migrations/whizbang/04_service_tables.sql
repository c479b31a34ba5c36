-- The service's own bookkeeping: settings, log, identity, schema versions, each with the
-- rows that a started service finds there (facts §0 and §1.14, era C).

CREATE TABLE wh_settings (
    setting_key   varchar(200) PRIMARY KEY,
    setting_value text         NOT NULL,
    value_type    varchar(50)  NOT NULL,
    description   text,
    updated_at    timestamptz  NOT NULL DEFAULT now(),
    updated_by    varchar(200)
);

INSERT INTO wh_settings (setting_key, setting_value, value_type, description) VALUES
    ('sql_log_level', '2', 'integer', 'Lowest level that SQL functions write to wh_log'),
    ('debug_mode', 'false', 'boolean', 'Keep finished work rows instead of deleting them'),
    ('dedup_retention_days', '30', 'integer', 'Days a seen message id is remembered'),
    ('stuck_inbox_retention_days', '7', 'integer', 'Days before an unleased inbox row is deleted'),
    ('abandoned_stream_hours', '1', 'integer', 'Hours before an ownerless stream is forgotten'),
    ('ephemeral_rewind_grace_seconds', '300', 'integer', 'Seconds an ephemeral body outlives its use'),
    ('dead_letter_retention_days', '7', 'integer', 'Days a recovered dead letter is kept'),
    ('instance_eviction_retention_hours', '24', 'integer', 'Hours an eviction is remembered'),
    ('orphan_perspective_grace_hours', '1', 'integer', 'Hours before a perspective event without its event is reaped'),
    ('clr_type_name_format_version', '3', 'integer', 'Form in which type names are stored');

CREATE TABLE wh_log (
    log_id        bigserial PRIMARY KEY,
    logged_at     timestamptz NOT NULL DEFAULT now(),
    log_level     integer     NOT NULL,
    source        varchar(50) NOT NULL,
    event_id      uuid,
    message_id    uuid,
    event_type    varchar(500),
    error_message text        NOT NULL,
    metadata      jsonb
);

-- The check keeps the table at one row: the only key allowed is true.
CREATE TABLE wh_service_config (
    single_row   boolean PRIMARY KEY DEFAULT true CHECK (single_row),
    service_id   uuid        NOT NULL DEFAULT gen_random_uuid(),
    service_name text        NOT NULL DEFAULT 'unknown',
    created_at   timestamptz NOT NULL DEFAULT now()
);

-- Without this row the inbox trigger has no source to fill in, and every insert fails.
INSERT INTO wh_service_config DEFAULT VALUES;

CREATE TABLE wh_schema_migrations (
    file_name          varchar(200) PRIMARY KEY,
    content_hash       varchar(64)  NOT NULL,
    version_id         integer      NOT NULL,
    status             smallint     NOT NULL DEFAULT 0,
    status_description text,
    previous_content   text,
    execution_order    integer,
    applied_at         timestamptz  NOT NULL DEFAULT now(),
    updated_at         timestamptz  NOT NULL DEFAULT now()
);

CREATE TABLE wh_schema_versions (
    id                  serial PRIMARY KEY,
    library_version     varchar(50) NOT NULL,
    application_version varchar(200),
    notes               text,
    applied_at          timestamptz NOT NULL DEFAULT now(),
    UNIQUE (library_version, application_version)
);

INSERT INTO wh_schema_versions (library_version, notes)
VALUES ('stand-alone', 'August 2026 schema, written by the operator CLI');
