-- The service's own recovery: what is due, who decides, and the way back
-- (facts §3.1 and §6, era C).

CREATE FUNCTION fetch_dead_letters_due(p_now timestamptz, p_max integer)
RETURNS TABLE (
    dead_letter_id uuid, source_table text, source_id uuid, stream_id uuid,
    message_type text, failure_reason integer, attempts_when_dlq integer,
    dead_lettered_at timestamptz, recovery_status integer, recovery_attempts integer,
    generation text)
LANGUAGE sql STABLE
SET search_path FROM CURRENT
AS $$
    SELECT d.dead_letter_id, d.source_table, d.source_id, d.stream_id,
           d.message_type, d.failure_reason, d.attempts_when_dlq,
           d.dead_lettered_at, d.recovery_status, d.recovery_attempts, d.generation
    FROM wh_dead_letters d
    WHERE d.recovered_at IS NULL
      AND d.recovery_status NOT IN (2, 4)
      AND d.operator_disposition NOT IN (2, 3)
      AND (d.next_recovery_at IS NULL OR d.next_recovery_at <= p_now)
    ORDER BY d.dead_lettered_at
    LIMIT p_max
$$;

CREATE FUNCTION mark_dead_letter_holding(p_dead_letter_id uuid)
RETURNS void
LANGUAGE sql
SET search_path FROM CURRENT
AS $$
    UPDATE wh_dead_letters d
    SET recovery_status = 2, next_recovery_at = NULL
    WHERE d.dead_letter_id = p_dead_letter_id AND d.recovered_at IS NULL
$$;

CREATE FUNCTION mark_dead_letter_permanently_failed(p_dead_letter_id uuid)
RETURNS void
LANGUAGE sql
SET search_path FROM CURRENT
AS $$
    UPDATE wh_dead_letters d
    SET recovery_status = 4, next_recovery_at = NULL
    WHERE d.dead_letter_id = p_dead_letter_id AND d.recovered_at IS NULL
$$;

-- From any unrecovered status, given up (4) included. recovery_attempts stay as they are.
CREATE FUNCTION schedule_next_dead_letter_attempt(p_dead_letter_id uuid, p_next_at timestamptz)
RETURNS void
LANGUAGE sql
SET search_path FROM CURRENT
AS $$
    UPDATE wh_dead_letters d
    SET recovery_status = 0, next_recovery_at = p_next_at
    WHERE d.dead_letter_id = p_dead_letter_id AND d.recovered_at IS NULL
$$;

-- Runs at every worker start. In this era it releases held rows too.
CREATE FUNCTION reset_dead_letters_for_generation(p_current_generation text)
RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
    v_released integer;
BEGIN
    UPDATE wh_dead_letters d
    SET recovery_status = 0,
        next_recovery_at = now(),
        retried_on_generations = d.retried_on_generations || p_current_generation
    WHERE d.recovered_at IS NULL
      AND d.recovery_status <> 4
      AND d.operator_disposition <> 2
      AND NOT p_current_generation = ANY (d.retried_on_generations);
    GET DIAGNOSTICS v_released = ROW_COUNT;
    RETURN v_released;
END
$$;

-- Puts a pending dead letter back, at the end of its stream, without scope, is_event,
-- flags, envelope type or handler name. Answers TRUE even when the message was already
-- back and nothing was inserted; an unknown source table leaves status 1 (Recovering).
CREATE FUNCTION recover_dead_letter(p_dead_letter_id uuid)
RETURNS boolean
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
    v_letter    wh_dead_letters%ROWTYPE;
    v_stream_id uuid;
BEGIN
    UPDATE wh_dead_letters d
    SET recovery_status = 1,
        recovery_attempts = d.recovery_attempts + 1,
        last_recovery_at = now()
    WHERE d.dead_letter_id = p_dead_letter_id
      AND d.recovery_status = 0
      AND d.recovered_at IS NULL
    RETURNING d.* INTO v_letter;
    IF NOT FOUND THEN
        RETURN false;
    END IF;

    v_stream_id := NULLIF(v_letter.stream_id, '00000000-0000-0000-0000-000000000000'::uuid);

    CASE v_letter.source_table
    WHEN 'wh_outbox' THEN
        INSERT INTO wh_outbox (
            message_id, destination, message_type, envelope_type, event_data, metadata,
            scope, stream_id, partition_number, is_event, status, attempts, created_at, flags)
        VALUES (
            v_letter.source_id, v_letter.destination, v_letter.message_type, 'recovered',
            v_letter.envelope -> 'event_data',
            COALESCE(v_letter.envelope -> 'metadata', '{}'::jsonb),
            NULL, v_stream_id, 0, false, 0, 0, now(), 0)
        ON CONFLICT (message_id) DO NOTHING;
    WHEN 'wh_inbox', 'broker' THEN
        INSERT INTO wh_inbox (
            message_id, handler_name, message_type, event_data, metadata,
            scope, stream_id, partition_number, is_event, status, attempts, received_at)
        VALUES (
            v_letter.source_id,
            CASE v_letter.source_table WHEN 'broker' THEN 'broker-recovered' ELSE 'recovered' END,
            v_letter.message_type,
            v_letter.envelope -> 'event_data',
            COALESCE(v_letter.envelope -> 'metadata', '{}'::jsonb),
            NULL, v_stream_id, 0, false, 0, 0, now())
        ON CONFLICT (message_id) DO NOTHING;
    WHEN 'wh_perspective_events' THEN
        -- Only the work id may repeat: the same item under another work id is an error.
        INSERT INTO wh_perspective_events (
            event_work_id, stream_id, perspective_name, event_id,
            status, attempts, created_at, partition_number)
        VALUES (
            v_letter.source_id, v_stream_id,
            COALESCE(v_letter.perspective_name, v_letter.envelope ->> 'perspective_name'),
            (v_letter.envelope ->> 'event_id')::uuid,
            0, 0, now(), 0)
        ON CONFLICT (event_work_id) DO NOTHING;
    ELSE
        RETURN false;
    END CASE;

    UPDATE wh_dead_letters d
    SET recovery_status = 3,
        recovered_at = now(),
        retried_on_generations = d.retried_on_generations || d.generation
    WHERE d.dead_letter_id = p_dead_letter_id;
    RETURN true;
END
$$;
