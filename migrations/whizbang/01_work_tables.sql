-- The three work tables, the streams and instances that share them out, and the table
-- that remembers which ids arrived (facts §1.1 to §1.7 and §1.12, era C).
--
-- Files in this folder carry no schema name. They run in order in one transaction whose
-- search_path is the target schema alone; functions pin that search_path at creation.

CREATE TABLE wh_outbox (
    message_id       uuid PRIMARY KEY,
    destination      varchar(500),
    message_type     varchar(500) NOT NULL,
    envelope_type    varchar(500),
    event_data       jsonb        NOT NULL,
    metadata         jsonb        NOT NULL,
    scope            jsonb,
    stream_id        uuid,
    partition_number integer,
    is_event         boolean      NOT NULL DEFAULT false,
    status           integer      NOT NULL DEFAULT 1,
    attempts         integer      NOT NULL DEFAULT 0,
    error            text,
    instance_id      uuid,
    lease_expiry     timestamptz,
    failure_reason   integer      NOT NULL DEFAULT 99,
    scheduled_for    timestamptz,
    created_at       timestamptz  NOT NULL DEFAULT now(),
    published_at     timestamptz,
    processed_at     timestamptz,
    flags            integer      NOT NULL DEFAULT 0,
    coalesce_group   text
);

CREATE INDEX idx_outbox_status_created_at ON wh_outbox (status, created_at);
CREATE INDEX idx_outbox_published_at ON wh_outbox (published_at);
CREATE INDEX idx_outbox_failure_reason ON wh_outbox (failure_reason)
    WHERE (status & 32768) = 32768;
CREATE INDEX idx_outbox_scheduled_for ON wh_outbox (stream_id, scheduled_for, created_at)
    WHERE scheduled_for IS NOT NULL;
CREATE INDEX idx_outbox_partition_claiming
    ON wh_outbox (partition_number, scheduled_for, created_at)
    WHERE (status & 4) <> 4 AND (status & 32768) = 0;
CREATE INDEX idx_outbox_instance_lease ON wh_outbox (instance_id, lease_expiry)
    WHERE instance_id IS NOT NULL AND lease_expiry IS NOT NULL;
CREATE INDEX idx_outbox_stuck_sentinel ON wh_outbox (attempts)
    WHERE processed_at IS NULL AND attempts > 5;

CREATE TABLE wh_inbox (
    message_id             uuid PRIMARY KEY,
    handler_name           varchar(500) NOT NULL,
    message_type           varchar(500) NOT NULL,
    event_data             jsonb        NOT NULL,
    metadata               jsonb        NOT NULL,
    scope                  jsonb,
    stream_id              uuid,
    partition_number       integer,
    is_event               boolean      NOT NULL DEFAULT false,
    status                 integer      NOT NULL DEFAULT 1,
    attempts               integer      NOT NULL DEFAULT 0,
    error                  text,
    instance_id            uuid,
    lease_expiry           timestamptz,
    failure_reason         integer      NOT NULL DEFAULT 99,
    scheduled_for          timestamptz,
    processed_at           timestamptz,
    received_at            timestamptz  NOT NULL DEFAULT now(),
    flags                  integer      NOT NULL DEFAULT 0,
    source_service_id      uuid         NOT NULL,
    source_commit_sequence bigint       NOT NULL DEFAULT 0
);

CREATE INDEX idx_inbox_processed_at ON wh_inbox (processed_at);
CREATE INDEX idx_inbox_received_at ON wh_inbox (received_at);
CREATE INDEX idx_inbox_lease_expiry ON wh_inbox (lease_expiry)
    WHERE lease_expiry IS NOT NULL;
CREATE INDEX idx_inbox_failure_reason ON wh_inbox (failure_reason)
    WHERE (status & 32768) = 32768;
CREATE INDEX idx_inbox_scheduled_for ON wh_inbox (stream_id, scheduled_for, received_at)
    WHERE scheduled_for IS NOT NULL;
CREATE INDEX idx_inbox_instance_lease ON wh_inbox (instance_id, lease_expiry)
    WHERE instance_id IS NOT NULL AND lease_expiry IS NOT NULL;
CREATE INDEX idx_inbox_source_cursor ON wh_inbox (source_service_id, source_commit_sequence);
CREATE INDEX idx_inbox_stuck_sentinel ON wh_inbox (attempts)
    WHERE processed_at IS NULL AND attempts > 5;

-- failure_reason has neither a default nor NOT NULL here, unlike the other two tables.
CREATE TABLE wh_perspective_events (
    event_work_id    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    stream_id        uuid         NOT NULL,
    perspective_name varchar(200) NOT NULL,
    event_id         uuid         NOT NULL,
    instance_id      uuid,
    lease_expiry     timestamptz,
    status           integer      NOT NULL DEFAULT 0,
    attempts         integer      NOT NULL DEFAULT 0,
    error            text,
    created_at       timestamptz  NOT NULL DEFAULT now(),
    claimed_at       timestamptz,
    processed_at     timestamptz,
    scheduled_for    timestamptz,
    failure_reason   integer,
    partition_number integer      NOT NULL DEFAULT 0,
    CONSTRAINT uq_perspective_event UNIQUE (stream_id, perspective_name, event_id)
);

CREATE INDEX idx_perspective_event_order
    ON wh_perspective_events (stream_id, perspective_name, event_id);
CREATE INDEX idx_perspective_event_claim
    ON wh_perspective_events (instance_id, lease_expiry, scheduled_for)
    WHERE processed_at IS NULL;

CREATE TABLE wh_perspective_cursors (
    stream_id                uuid        NOT NULL,
    perspective_name         text        NOT NULL,
    last_event_id            uuid,
    status                   smallint    NOT NULL DEFAULT 0,
    processed_at             timestamptz NOT NULL DEFAULT now(),
    error                    text,
    rewind_trigger_event_id  uuid,
    rewind_flagged_at        timestamptz,
    rewind_first_flagged_at  timestamptz,
    stream_lock_instance_id  uuid,
    stream_lock_expiry       timestamptz,
    stream_lock_reason       varchar(50),
    PRIMARY KEY (stream_id, perspective_name)
);

CREATE TABLE wh_active_streams (
    stream_id            uuid PRIMARY KEY,
    partition_number     integer     NOT NULL,
    assigned_instance_id uuid,
    lease_expiry         timestamptz,
    created_at           timestamptz NOT NULL DEFAULT now(),
    last_activity_at     timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX idx_active_streams_instance ON wh_active_streams (assigned_instance_id)
    WHERE assigned_instance_id IS NOT NULL;
CREATE INDEX idx_active_streams_lease_expiry ON wh_active_streams (lease_expiry)
    WHERE lease_expiry IS NOT NULL;
CREATE INDEX idx_active_streams_partition ON wh_active_streams (partition_number)
    WHERE assigned_instance_id IS NULL;

CREATE TABLE wh_service_instances (
    instance_id       uuid PRIMARY KEY,
    service_name      varchar(200) NOT NULL,
    host_name         varchar(200) NOT NULL,
    process_id        integer      NOT NULL,
    started_at        timestamptz  NOT NULL DEFAULT now(),
    last_heartbeat_at timestamptz  NOT NULL DEFAULT now(),
    metadata          jsonb
);

CREATE INDEX idx_service_instances_heartbeat ON wh_service_instances (last_heartbeat_at);
CREATE INDEX idx_service_instances_service_name
    ON wh_service_instances (service_name, last_heartbeat_at);

CREATE TABLE wh_instance_evictions (
    instance_id uuid PRIMARY KEY,
    evicted_at  timestamptz NOT NULL DEFAULT now(),
    reason      text
);

CREATE TABLE wh_message_deduplication (
    message_id        uuid PRIMARY KEY,
    first_seen_at     timestamptz NOT NULL DEFAULT now(),
    observation_count integer     NOT NULL DEFAULT 1
);

CREATE INDEX idx_message_dedup_first_seen ON wh_message_deduplication (first_seen_at);
