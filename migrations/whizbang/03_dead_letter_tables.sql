-- Dead letters and the rollup of their error signatures (facts §1.9 and §1.10, era C).
-- One message may have many dead letters: (source_table, source_id) is not unique.

CREATE TABLE wh_dead_letters (
    dead_letter_id            uuid PRIMARY KEY,
    source_table              text        NOT NULL,
    source_id                 uuid        NOT NULL,
    stream_id                 uuid,
    message_type              text        NOT NULL,
    destination               text,
    perspective_name          text,
    envelope                  jsonb       NOT NULL,
    metadata                  jsonb       NOT NULL DEFAULT '{}'::jsonb,
    failure_reason            integer     NOT NULL,
    error_text                text,
    attempts_when_dlq         integer     NOT NULL,
    dead_lettered_at          timestamptz NOT NULL DEFAULT now(),
    dead_lettered_by          uuid,
    recovery_status           integer     NOT NULL DEFAULT 0,
    recovery_attempts         integer     NOT NULL DEFAULT 0,
    last_recovery_at          timestamptz,
    next_recovery_at          timestamptz,
    recovered_at              timestamptz,
    generation                text        NOT NULL,
    retried_on_generations    text[]      NOT NULL DEFAULT '{}'::text[],
    operator_disposition      integer     NOT NULL DEFAULT 0,
    operator_notes            text,
    operator_actor            text,
    error_fingerprint         varchar(16),
    error_fingerprint_version smallint
);

CREATE INDEX wh_dead_letters_next_recovery_idx ON wh_dead_letters (next_recovery_at)
    WHERE recovered_at IS NULL AND recovery_status <> 2;
CREATE INDEX wh_dead_letters_stream_idx ON wh_dead_letters (stream_id, dead_lettered_at);
CREATE INDEX wh_dead_letters_generation_idx ON wh_dead_letters (generation);
CREATE INDEX wh_dead_letters_reason_status_idx
    ON wh_dead_letters (failure_reason, recovery_status)
    WHERE recovered_at IS NULL;
CREATE INDEX wh_dead_letters_fingerprint_idx ON wh_dead_letters (error_fingerprint)
    WHERE error_fingerprint IS NOT NULL;
CREATE INDEX wh_dead_letters_source_lookup_idx
    ON wh_dead_letters (source_table, source_id, generation);
CREATE UNIQUE INDEX wh_dead_letters_broker_import_idx ON wh_dead_letters (source_id)
    WHERE source_table = 'broker';

CREATE TABLE wh_dead_letter_summary (
    error_fingerprint varchar(16) NOT NULL,
    source_table      text        NOT NULL,
    message_type      text        NOT NULL,
    occurrence_count  bigint      NOT NULL,
    first_seen_at     timestamptz NOT NULL,
    last_seen_at      timestamptz NOT NULL,
    sample_error_text text        NOT NULL,
    PRIMARY KEY (error_fingerprint, source_table, message_type)
);
