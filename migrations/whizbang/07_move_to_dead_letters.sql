-- Work row to dead letter, by the service or from the broker (facts §1.9 and §3.1, era C).

-- Rings every instance seen within five minutes. It fires on INSERT alone, so scheduling
-- another attempt of an old dead letter wakes nobody.
CREATE FUNCTION _notify_dead_letter_ready()
RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
    PERFORM pg_notify('wh_work_i_' || i.instance_id, 'deadletter')
    FROM wh_service_instances i
    WHERE i.last_heartbeat_at > now() - interval '5 minutes';
    RETURN NEW;
END
$$;

CREATE TRIGGER trg_wh_dead_letters_notify
    AFTER INSERT ON wh_dead_letters
    FOR EACH ROW EXECUTE FUNCTION _notify_dead_letter_ready();

-- Takes the row whatever its lease, status or processed_at say, and answers NULL when it
-- is gone. Only inbox and projection rows bring their own error along.
CREATE FUNCTION move_to_dead_letters(
    p_dead_letter_id uuid, p_source_table text, p_source_id uuid, p_failure_reason integer,
    p_error_text text, p_instance_id uuid, p_generation text)
RETURNS uuid
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
    v_stream_id        uuid;
    v_message_type     text;
    v_destination      text;
    v_perspective_name text;
    v_envelope         jsonb;
    v_attempts         integer;
    v_row_error        text;
    v_error_text       text;
    v_fingerprint      text;
    v_spent_budget     integer;
BEGIN
    CASE p_source_table
    WHEN 'wh_outbox' THEN
        DELETE FROM wh_outbox o
        WHERE o.message_id = p_source_id
        RETURNING o.stream_id, o.message_type, o.destination, o.attempts,
                  jsonb_build_object('event_data', o.event_data, 'metadata', o.metadata)
        INTO v_stream_id, v_message_type, v_destination, v_attempts, v_envelope;
    WHEN 'wh_inbox' THEN
        DELETE FROM wh_inbox i
        WHERE i.message_id = p_source_id
        RETURNING i.stream_id, i.message_type, i.attempts, i.error,
                  jsonb_build_object('event_data', i.event_data, 'metadata', i.metadata)
        INTO v_stream_id, v_message_type, v_attempts, v_row_error, v_envelope;
    WHEN 'wh_perspective_events' THEN
        DELETE FROM wh_perspective_events e
        WHERE e.event_work_id = p_source_id
        RETURNING e.stream_id, 'perspective_event', e.perspective_name, e.attempts, e.error,
                  jsonb_build_object('event_id', e.event_id,
                                     'perspective_name', e.perspective_name)
        INTO v_stream_id, v_message_type, v_perspective_name, v_attempts, v_row_error,
             v_envelope;
    ELSE
        RAISE EXCEPTION 'move_to_dead_letters: unknown source table %', p_source_table;
    END CASE;

    IF NOT FOUND THEN
        RETURN NULL;
    END IF;

    v_error_text := CASE
        WHEN p_error_text IS NULL THEN v_row_error
        ELSE p_error_text || COALESCE(' — last error: ' || v_row_error, '')
    END;
    v_fingerprint := compute_dead_letter_fingerprint(v_error_text);

    -- One retry budget for a message and a generation, however often it comes back dead.
    SELECT COALESCE(sum(d.recovery_attempts), 0) INTO v_spent_budget
    FROM wh_dead_letters d
    WHERE d.source_table = p_source_table
      AND d.source_id = p_source_id
      AND d.generation = p_generation;

    INSERT INTO wh_dead_letters (
        dead_letter_id, source_table, source_id, stream_id, message_type, destination,
        perspective_name, envelope, failure_reason, error_text, attempts_when_dlq,
        dead_lettered_by, recovery_attempts, generation,
        error_fingerprint, error_fingerprint_version)
    VALUES (
        p_dead_letter_id, p_source_table, p_source_id, v_stream_id, v_message_type,
        v_destination, v_perspective_name, v_envelope, p_failure_reason, v_error_text,
        v_attempts, p_instance_id, v_spent_budget, p_generation,
        v_fingerprint,
        CASE WHEN v_fingerprint IS NOT NULL
             THEN current_dead_letter_fingerprint_version() END);
    RETURN p_dead_letter_id;
END
$$;

-- Keeps what the broker gave up on. Idempotent by message id: a second death of the same
-- id at the broker is not stored. A body that is no JSON is kept as a JSON string.
CREATE FUNCTION wh_import_dead_letter(
    p_dead_letter_id uuid, p_message_id uuid, p_stream_id uuid, p_message_type text,
    p_destination text, p_envelope_json text, p_broker_reason text,
    p_broker_description text, p_enqueued_at timestamptz, p_delivery_count integer,
    p_instance_id uuid, p_generation text)
RETURNS boolean
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
    v_body        jsonb;
    v_error_text  text := NULLIF(concat_ws(': ', p_broker_reason, p_broker_description), '');
    v_fingerprint text := compute_dead_letter_fingerprint(v_error_text);
BEGIN
    BEGIN
        v_body := p_envelope_json::jsonb;
    EXCEPTION WHEN data_exception THEN
        v_body := to_jsonb(p_envelope_json);
    END;

    INSERT INTO wh_dead_letters (
        dead_letter_id, source_table, source_id, stream_id, message_type, destination,
        envelope, metadata, failure_reason, error_text, attempts_when_dlq,
        dead_lettered_by, generation, error_fingerprint, error_fingerprint_version)
    VALUES (
        p_dead_letter_id, 'broker', p_message_id, p_stream_id,
        COALESCE(p_message_type, 'unknown'), p_destination,
        jsonb_build_object('event_data', v_body, 'metadata', '{}'::jsonb),
        jsonb_build_object('enqueued_at', p_enqueued_at),
        17, v_error_text, COALESCE(p_delivery_count, 0),
        p_instance_id, p_generation, v_fingerprint,
        CASE WHEN v_fingerprint IS NOT NULL
             THEN current_dead_letter_fingerprint_version() END)
    ON CONFLICT (source_id) WHERE source_table = 'broker' DO NOTHING;
    RETURN FOUND;
END
$$;
