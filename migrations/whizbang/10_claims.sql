-- How an instance takes work, one function for each work table, and the driver that calls
-- all three (facts §3.3 and §4, era C). Each claim adds one attempt.
--
-- A row is free when it is unprocessed, not leased (or the lease ran out) and not scheduled
-- for later; neither status nor attempts matter. The owner of its stream takes it; without
-- another live owner, the instance whose rank the partition falls to takes it.
-- A claim pins the stream but writes no stream lease, so for outbox and inbox the test for
-- another owner, which wants a running lease, never holds in this era.

-- An earlier row of the stream that waits for a later time, or for ever, blocks. A mere
-- lease does not, nor does a row that waits for coalescing, nor one of equal created_at.
CREATE FUNCTION claim_orphaned_outbox(
    p_instance_id uuid, p_instance_rank integer, p_active_instance_count integer,
    p_lease_expiry timestamptz, p_now timestamptz, p_partition_count integer,
    p_stale_cutoff timestamptz, p_max_rows integer DEFAULT NULL)
RETURNS TABLE (message_id uuid, stream_id uuid)
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH free AS (
        SELECT o.message_id
        FROM wh_outbox o
        LEFT JOIN wh_active_streams a ON a.stream_id = o.stream_id
        WHERE o.processed_at IS NULL
          AND o.coalesce_group IS NULL
          AND (o.instance_id IS NULL OR o.lease_expiry < p_now)
          AND (o.scheduled_for IS NULL OR o.scheduled_for <= p_now)
          AND (a.assigned_instance_id = p_instance_id
               OR ((o.partition_number IS NULL
                    OR o.partition_number % GREATEST(p_active_instance_count, 1)
                       = p_instance_rank)
                   AND NOT EXISTS (
                       SELECT FROM wh_service_instances owner
                       WHERE owner.instance_id = a.assigned_instance_id
                         AND owner.last_heartbeat_at >= p_stale_cutoff
                         AND a.lease_expiry > p_now)))
          AND NOT EXISTS (
              SELECT FROM wh_outbox e
              WHERE e.stream_id = o.stream_id
                AND e.created_at < o.created_at
                AND e.processed_at IS NULL
                AND e.coalesce_group IS NULL
                AND e.scheduled_for > p_now)
        ORDER BY o.created_at, o.message_id
        LIMIT p_max_rows
        FOR UPDATE OF o SKIP LOCKED
    ), claimed AS (
        UPDATE wh_outbox o
        SET instance_id = p_instance_id,
            lease_expiry = p_lease_expiry,
            attempts = o.attempts + 1
        FROM free
        WHERE o.message_id = free.message_id
        RETURNING o.message_id, o.stream_id, o.partition_number
    ), pinned AS (
        INSERT INTO wh_active_streams AS a (stream_id, partition_number, assigned_instance_id)
        SELECT c.stream_id,
               COALESCE(min(c.partition_number),
                        compute_partition(c.stream_id, p_partition_count)),
               p_instance_id
        FROM claimed c
        WHERE c.stream_id IS NOT NULL
        GROUP BY c.stream_id
        ORDER BY c.stream_id
        ON CONFLICT (stream_id) DO UPDATE
        SET assigned_instance_id = excluded.assigned_instance_id,
            last_activity_at = p_now
    )
    SELECT c.message_id, c.stream_id FROM claimed c;
END
$$;

-- Nothing blocks an inbox row: its stream runs past a row in back-off or parked.
CREATE FUNCTION claim_orphaned_inbox(
    p_instance_id uuid, p_instance_rank integer, p_active_instance_count integer,
    p_lease_expiry timestamptz, p_now timestamptz, p_partition_count integer,
    p_stale_cutoff timestamptz, p_max_rows integer DEFAULT NULL)
RETURNS TABLE (message_id uuid, stream_id uuid)
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH free AS (
        SELECT i.message_id,
               i.instance_id IS NOT NULL AND i.error IS NULL AS ended_unreported
        FROM wh_inbox i
        LEFT JOIN wh_active_streams a ON a.stream_id = i.stream_id
        WHERE i.processed_at IS NULL
          AND (i.instance_id IS NULL OR i.lease_expiry < p_now)
          AND (i.scheduled_for IS NULL OR i.scheduled_for <= p_now)
          AND (a.assigned_instance_id = p_instance_id
               OR ((i.partition_number IS NULL
                    OR i.partition_number % GREATEST(p_active_instance_count, 1)
                       = p_instance_rank)
                   AND NOT EXISTS (
                       SELECT FROM wh_service_instances owner
                       WHERE owner.instance_id = a.assigned_instance_id
                         AND owner.last_heartbeat_at >= p_stale_cutoff
                         AND a.lease_expiry > p_now)))
        ORDER BY i.received_at, i.message_id
        LIMIT p_max_rows
        FOR UPDATE OF i SKIP LOCKED
    ), claimed AS (
        UPDATE wh_inbox i
        SET instance_id = p_instance_id,
            lease_expiry = p_lease_expiry,
            attempts = i.attempts + 1,
            failure_reason = CASE WHEN free.ended_unreported THEN 6 ELSE i.failure_reason END,
            error = CASE WHEN free.ended_unreported
                         THEN format('Attempt %s ended without a reported outcome '
                                     '(lease of %s ran out)', i.attempts, i.instance_id)
                         ELSE i.error END
        FROM free
        WHERE i.message_id = free.message_id
        RETURNING i.message_id, i.stream_id, i.partition_number
    ), pinned AS (
        INSERT INTO wh_active_streams AS a (stream_id, partition_number, assigned_instance_id)
        SELECT c.stream_id,
               COALESCE(min(c.partition_number),
                        compute_partition(c.stream_id, p_partition_count)),
               p_instance_id
        FROM claimed c
        WHERE c.stream_id IS NOT NULL
        GROUP BY c.stream_id
        ORDER BY c.stream_id
        ON CONFLICT (stream_id) DO UPDATE
        SET assigned_instance_id = excluded.assigned_instance_id,
            last_activity_at = p_now
    )
    SELECT c.message_id, c.stream_id FROM claimed c;
END
$$;

-- An earlier item of the same stream and perspective blocks while anyone's lease on it runs
-- or while it waits for later, even when it is processed. Another owner blocks while it is
-- registered or connected, whatever the stream lease says.
CREATE FUNCTION claim_orphaned_perspective_events(
    p_instance_id uuid, p_lease_expiry timestamptz, p_now timestamptz,
    p_max_streams integer DEFAULT 500, p_instance_rank integer DEFAULT 0,
    p_active_instance_count integer DEFAULT 1)
RETURNS TABLE (event_work_id uuid, stream_id uuid, perspective_name varchar)
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH free AS (
        SELECT e.event_work_id, e.stream_id, e.created_at
        FROM wh_perspective_events e
        LEFT JOIN wh_active_streams a ON a.stream_id = e.stream_id
        WHERE e.processed_at IS NULL
          AND (e.instance_id IS NULL OR e.lease_expiry < p_now)
          AND (e.scheduled_for IS NULL OR e.scheduled_for <= p_now)
          AND (a.assigned_instance_id = p_instance_id
               OR (e.partition_number % GREATEST(p_active_instance_count, 1) = p_instance_rank
                   AND NOT EXISTS (
                       SELECT FROM wh_service_instances owner
                       WHERE owner.instance_id = a.assigned_instance_id)
                   AND NOT EXISTS (
                       SELECT FROM pg_stat_activity session
                       WHERE session.application_name = 'whizbang-' || a.assigned_instance_id)))
          AND NOT EXISTS (
              SELECT FROM wh_perspective_events earlier
              WHERE earlier.stream_id = e.stream_id
                AND earlier.perspective_name = e.perspective_name
                AND earlier.event_id < e.event_id
                AND ((earlier.instance_id IS NOT NULL AND earlier.lease_expiry > p_now)
                     OR earlier.scheduled_for > p_now))
    ), streams AS (
        SELECT f.stream_id
        FROM free f
        GROUP BY f.stream_id
        ORDER BY min(f.created_at), f.stream_id
        LIMIT p_max_streams
    ), locked AS (
        SELECT e.event_work_id
        FROM wh_perspective_events e
        WHERE e.event_work_id IN (SELECT f.event_work_id
                                  FROM free f JOIN streams s ON s.stream_id = f.stream_id)
          AND (e.instance_id IS NULL OR e.lease_expiry < p_now)
          AND (e.scheduled_for IS NULL OR e.scheduled_for <= p_now)
        ORDER BY e.stream_id, e.perspective_name, e.event_id
        FOR UPDATE OF e SKIP LOCKED
    ), claimed AS (
        UPDATE wh_perspective_events e
        SET instance_id = p_instance_id,
            lease_expiry = p_lease_expiry,
            claimed_at = p_now,
            attempts = e.attempts + 1
        FROM locked
        WHERE e.event_work_id = locked.event_work_id
        RETURNING e.event_work_id, e.stream_id, e.perspective_name, e.partition_number
    ), pinned AS (
        INSERT INTO wh_active_streams AS a (stream_id, partition_number, assigned_instance_id)
        SELECT c.stream_id, min(c.partition_number), p_instance_id
        FROM claimed c
        GROUP BY c.stream_id
        ORDER BY c.stream_id
        ON CONFLICT (stream_id) DO UPDATE
        SET assigned_instance_id = excluded.assigned_instance_id,
            last_activity_at = p_now
    )
    SELECT c.event_work_id, c.stream_id, c.perspective_name FROM claimed c;
END
$$;

-- The worker's tick: a heartbeat, then all three claims. Registers the caller as an
-- instance and charges attempts, so an operator tool never calls it.
CREATE FUNCTION claim_work(
    p_instance_id uuid, p_service_name text, p_host_name text, p_process_id integer,
    p_max_streams integer DEFAULT 1000, p_partition_count integer DEFAULT 10000,
    p_lease_seconds integer DEFAULT 300)
RETURNS TABLE (source varchar, work_id uuid, work_stream_id uuid, partition_number integer,
               status integer, attempts integer)
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
#variable_conflict use_column
DECLARE
    v_now          timestamptz := now();
    v_stale_cutoff timestamptz := v_now - interval '30 seconds';
    v_lease_expiry timestamptz := v_now + make_interval(secs => p_lease_seconds);
    v_rank         integer;
    v_count        integer;
    v_ids          uuid[];
BEGIN
    PERFORM register_instance_heartbeat(
        p_instance_id, p_service_name::varchar, p_host_name::varchar, p_process_id,
        NULL, v_now, v_lease_expiry);
    SELECT r.instance_rank, r.active_instance_count INTO v_rank, v_count
    FROM calculate_instance_rank(p_instance_id, v_stale_cutoff) r;

    -- A statement does not see what a claim inside it changes, so each claim hands its ids
    -- to a statement of its own.
    SELECT array_agg(c.message_id) INTO v_ids
    FROM claim_orphaned_outbox(p_instance_id, v_rank, v_count, v_lease_expiry, v_now,
                               p_partition_count, v_stale_cutoff, p_max_streams) c;
    RETURN QUERY
    SELECT 'outbox'::varchar, o.message_id, o.stream_id, o.partition_number,
           o.status, o.attempts
    FROM wh_outbox o WHERE o.message_id = ANY (v_ids)
    ORDER BY o.stream_id, o.created_at, o.message_id;

    SELECT array_agg(c.message_id) INTO v_ids
    FROM claim_orphaned_inbox(p_instance_id, v_rank, v_count, v_lease_expiry, v_now,
                              p_partition_count, v_stale_cutoff, p_max_streams) c;
    RETURN QUERY
    SELECT 'inbox'::varchar, i.message_id, i.stream_id, i.partition_number,
           i.status, i.attempts
    FROM wh_inbox i WHERE i.message_id = ANY (v_ids)
    ORDER BY i.stream_id, i.message_id;

    SELECT array_agg(c.event_work_id) INTO v_ids
    FROM claim_orphaned_perspective_events(p_instance_id, v_lease_expiry, v_now,
                                           p_max_streams, v_rank, v_count) c;
    RETURN QUERY
    SELECT 'perspective'::varchar, e.event_work_id, e.stream_id, e.partition_number,
           e.status, e.attempts
    FROM wh_perspective_events e WHERE e.event_work_id = ANY (v_ids)
    ORDER BY e.stream_id, e.perspective_name, e.event_id;
END
$$;
