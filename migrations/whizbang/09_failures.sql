-- How a worker reports that a message failed (facts §3.2, era C).
--
-- Each function takes an array of objects with MessageId (projections: EventWorkId),
-- CompletedStatus, Error and FailureReason. A missing CompletedStatus makes the status NULL
-- and the statement fail; a missing reason is stored as 0. Claims count attempts, failures
-- do not. The wait is 30 seconds times 2 to the power of attempts, at most five minutes.

-- A failed schedule occurrence leaves a run behind; one that may be delivered at most once
-- is parked for ever instead of being tried again.
CREATE FUNCTION process_outbox_failures(p_failures jsonb, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
    v_failure jsonb;
BEGIN
    FOR v_failure IN SELECT f.value FROM jsonb_array_elements(p_failures) f LOOP
        INSERT INTO wh_schedule_runs (
            schedule_id, occurrence_id, fired_at, status, error_message, instance_id)
        SELECT (o.metadata ->> 'scheduleId')::uuid, o.message_id, p_now, 1,
               v_failure ->> 'Error', o.instance_id
        FROM wh_outbox o
        WHERE o.message_id = (v_failure ->> 'MessageId')::uuid
          AND o.metadata ->> 'scheduleId' IS NOT NULL;

        UPDATE wh_outbox o
        SET status = o.status | (v_failure ->> 'CompletedStatus')::integer | 32768,
            error = v_failure ->> 'Error',
            failure_reason = COALESCE((v_failure ->> 'FailureReason')::integer, 0),
            scheduled_for = CASE
                WHEN o.metadata ->> 'scheduleId' IS NOT NULL
                 AND o.metadata ->> 'deliveryGuarantee' = '1'
                THEN 'infinity'::timestamptz
                ELSE p_now + interval '30 seconds'
                             * LEAST(power(2, LEAST(o.attempts, 10)), 10)
            END,
            instance_id = NULL,
            lease_expiry = NULL
        WHERE o.message_id = (v_failure ->> 'MessageId')::uuid;
    END LOOP;
END
$$;

CREATE FUNCTION process_inbox_failures(p_failures jsonb, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
    v_failure jsonb;
BEGIN
    FOR v_failure IN SELECT f.value FROM jsonb_array_elements(p_failures) f LOOP
        UPDATE wh_inbox i
        SET status = i.status | (v_failure ->> 'CompletedStatus')::integer | 32768,
            error = v_failure ->> 'Error',
            failure_reason = COALESCE((v_failure ->> 'FailureReason')::integer, 0),
            scheduled_for = p_now + interval '30 seconds'
                                    * LEAST(power(2, LEAST(i.attempts, 10)), 10),
            instance_id = NULL,
            lease_expiry = NULL
        WHERE i.message_id = (v_failure ->> 'MessageId')::uuid;
    END LOOP;
END
$$;

-- The runtime of this era sends MessageId here as well, which this function does not read:
-- a real service of this era never records a projection's failure.
CREATE FUNCTION process_perspective_event_failures(p_failures jsonb, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
    v_failure jsonb;
BEGIN
    FOR v_failure IN SELECT f.value FROM jsonb_array_elements(p_failures) f LOOP
        UPDATE wh_perspective_events e
        SET status = e.status | (v_failure ->> 'CompletedStatus')::integer | 32768,
            error = v_failure ->> 'Error',
            failure_reason = COALESCE((v_failure ->> 'FailureReason')::integer, 0),
            scheduled_for = p_now + interval '30 seconds'
                                    * LEAST(power(2, LEAST(e.attempts, 10)), 10),
            instance_id = NULL,
            lease_expiry = NULL
        WHERE e.event_work_id = (v_failure ->> 'EventWorkId')::uuid;
    END LOOP;
END
$$;

-- claimed_since is when the row was stored; no column tells when it was claimed.
CREATE FUNCTION find_stuck_outbox_rows(p_max_attempts integer, p_limit integer)
RETURNS TABLE (message_id uuid, message_type text, stream_id uuid, attempts integer,
               claimed_since timestamptz)
LANGUAGE sql STABLE
SET search_path FROM CURRENT
AS $$
    SELECT o.message_id, o.message_type::text, o.stream_id, o.attempts, o.created_at
    FROM wh_outbox o
    WHERE o.processed_at IS NULL AND o.attempts > p_max_attempts
    ORDER BY o.attempts DESC, o.created_at, o.message_id
    LIMIT p_limit
$$;

CREATE FUNCTION find_stuck_inbox_rows(p_max_attempts integer, p_limit integer)
RETURNS TABLE (message_id uuid, message_type text, stream_id uuid, attempts integer,
               claimed_since timestamptz)
LANGUAGE sql STABLE
SET search_path FROM CURRENT
AS $$
    SELECT i.message_id, i.message_type::text, i.stream_id, i.attempts, i.received_at
    FROM wh_inbox i
    WHERE i.processed_at IS NULL AND i.attempts > p_max_attempts
    ORDER BY i.attempts DESC, i.received_at, i.message_id
    LIMIT p_limit
$$;
