-- The event store with its bodies apart, who listens to which type, and the schedules
-- (facts §1.8, §1.13 and §1.14, era C).

CREATE TABLE wh_event_store (
    event_id               uuid PRIMARY KEY,
    stream_id              uuid         NOT NULL,
    aggregate_id           uuid         NOT NULL,
    aggregate_type         varchar(500) NOT NULL,
    event_type             varchar(500) NOT NULL,
    scope                  jsonb,
    version                integer      NOT NULL,
    created_at             timestamptz  NOT NULL DEFAULT now(),
    commit_sequence        bigint,
    origin_service_id      uuid,
    origin_commit_sequence bigint,
    flags                  integer      NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX idx_event_store_stream ON wh_event_store (stream_id, version);
CREATE UNIQUE INDEX idx_event_store_aggregate ON wh_event_store (aggregate_id, version);
CREATE INDEX idx_event_store_aggregate_type ON wh_event_store (aggregate_type, created_at);
CREATE INDEX idx_event_store_unstamped ON wh_event_store (event_id)
    WHERE commit_sequence IS NULL;

-- No foreign key: the body of an ephemeral event is reaped on its own.
CREATE TABLE wh_event_body (
    event_id   uuid PRIMARY KEY,
    event_data jsonb,
    metadata   jsonb
);

CREATE TABLE wh_message_associations (
    id                      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    message_type            varchar(500) NOT NULL,
    association_type        varchar(50)  NOT NULL,
    target_name             varchar(500) NOT NULL,
    service_name            varchar(500) NOT NULL,
    created_at              timestamptz  NOT NULL DEFAULT now(),
    updated_at              timestamptz  NOT NULL DEFAULT now(),
    normalized_message_type text,
    CONSTRAINT uq_message_association
        UNIQUE (message_type, association_type, target_name, service_name)
);

CREATE TABLE wh_receptor_processing (
    id               uuid PRIMARY KEY,
    event_id         uuid        NOT NULL,
    receptor_name    text        NOT NULL,
    stream_id        uuid        NOT NULL,
    partition_number integer,
    status           smallint    NOT NULL DEFAULT 0,
    attempts         integer     NOT NULL DEFAULT 0,
    error            text,
    instance_id      uuid,
    lease_expiry     timestamptz,
    started_at       timestamptz NOT NULL DEFAULT now(),
    claimed_at       timestamptz,
    completed_at     timestamptz,
    processed_at     timestamptz
);

CREATE TABLE wh_unique_emission_claims (
    claim_key           text PRIMARY KEY,
    claimed_at          timestamptz NOT NULL DEFAULT now(),
    claimed_by_event_id uuid        NOT NULL,
    expires_at          timestamptz NOT NULL DEFAULT now() + interval '30 minutes'
);

CREATE TABLE wh_schedules (
    schedule_id        uuid PRIMARY KEY,
    schedule_key       text,
    stream_id          uuid,
    partition_number   integer     NOT NULL DEFAULT 0,
    recurrence_kind    smallint    NOT NULL DEFAULT 0,
    interval_ms        bigint,
    cron               text,
    timezone           text,
    next_fire_at       timestamptz NOT NULL,
    last_fire_at       timestamptz,
    until_at           timestamptz,
    max_occurrences    bigint,
    occurrence_count   bigint      NOT NULL DEFAULT 0,
    misfire_policy     smallint    NOT NULL DEFAULT 0,
    catch_up_shape     smallint    NOT NULL DEFAULT 0,
    delivery_guarantee smallint    NOT NULL DEFAULT 0,
    status             smallint    NOT NULL DEFAULT 0,
    event_type         text        NOT NULL,
    event_data         jsonb,
    scope              jsonb,
    version            bigint      NOT NULL DEFAULT 0,
    created_at         timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX idx_wh_schedules_due ON wh_schedules (next_fire_at) WHERE status = 0;

CREATE TABLE wh_schedule_runs (
    run_id           bigserial PRIMARY KEY,
    schedule_id      uuid        NOT NULL,
    occurrence_id    uuid        NOT NULL,
    fired_at         timestamptz NOT NULL DEFAULT now(),
    status           smallint    NOT NULL,
    duration_ms      integer,
    error_message    text,
    error_stacktrace text,
    instance_id      uuid
);
