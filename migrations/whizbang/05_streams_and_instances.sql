-- Which instance is alive, which one a stream belongs to, and how it is rung
-- (facts §1.2, §1.6, §1.7 and §5, era C).

-- A stream's share of the work. The mask keeps the sign bit out of the modulo.
CREATE FUNCTION compute_partition(p_stream_id uuid, p_partition_count integer DEFAULT 10000)
RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path FROM CURRENT
AS $$
    SELECT (hashtext(p_stream_id::text) & 2147483647) % p_partition_count
$$;

-- A CLR type name without the parts that change with every build.
CREATE FUNCTION normalize_event_type(type_name text)
RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path FROM CURRENT
AS $$
    SELECT btrim(regexp_replace(
        type_name, ',\s*(Version|Culture|PublicKeyToken)=[^,\]]*', '', 'g'))
$$;

-- A sender that does not know its origin is taken for this service itself.
CREATE FUNCTION _wh_inbox_fill_source_defaults()
RETURNS trigger
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
    IF NEW.source_service_id IS NULL THEN
        SELECT c.service_id INTO NEW.source_service_id FROM wh_service_config c;
    END IF;
    NEW.source_commit_sequence := COALESCE(NEW.source_commit_sequence, 0);
    RETURN NEW;
END
$$;

CREATE TRIGGER wh_inbox_fill_source_defaults_trg
    BEFORE INSERT ON wh_inbox
    FOR EACH ROW EXECUTE FUNCTION _wh_inbox_fill_source_defaults();

-- p_lease_expiry is accepted and unused: before September 2026 no stream lease is written.
CREATE FUNCTION register_instance_heartbeat(
    p_instance_id uuid, p_service_name varchar, p_host_name varchar, p_process_id integer,
    p_metadata jsonb, p_now timestamptz, p_lease_expiry timestamptz)
RETURNS void
LANGUAGE sql
SET search_path FROM CURRENT
AS $$
    INSERT INTO wh_service_instances AS i (
        instance_id, service_name, host_name, process_id,
        started_at, last_heartbeat_at, metadata)
    VALUES (p_instance_id, p_service_name, p_host_name, p_process_id,
            p_now, p_now, p_metadata)
    ON CONFLICT (instance_id) DO UPDATE
    SET last_heartbeat_at = excluded.last_heartbeat_at,
        metadata = COALESCE(excluded.metadata, i.metadata)
$$;

-- Position of the caller among the live instances, counted from 0 by instance id.
CREATE FUNCTION calculate_instance_rank(p_instance_id uuid, p_stale_cutoff timestamptz)
RETURNS TABLE (instance_rank integer, active_instance_count integer)
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
    RETURN QUERY
    SELECT live.place, live.total
    FROM (SELECT i.instance_id,
                 (row_number() OVER (ORDER BY i.instance_id) - 1)::integer AS place,
                 (count(*) OVER ())::integer AS total
          FROM wh_service_instances i
          WHERE i.last_heartbeat_at >= p_stale_cutoff) live
    WHERE live.instance_id = p_instance_id;

    IF NOT FOUND THEN
        RAISE EXCEPTION 'instance % has no live heartbeat', p_instance_id;
    END IF;
END
$$;

-- One ring for each owner of the streams. A stream that nobody owns rings the live
-- instance whose rank its partition falls to; NULL streams ring nobody.
CREATE FUNCTION notify_instance_owners(p_payload text, p_stream_ids uuid[])
RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
    PERFORM pg_notify('wh_work_i_' || target.instance_id, p_payload)
    FROM (
        WITH live AS (
            SELECT i.instance_id,
                   row_number() OVER (ORDER BY i.instance_id) - 1 AS place,
                   count(*) OVER () AS total
            FROM wh_service_instances i
            WHERE i.last_heartbeat_at >= now() - interval '30 seconds'
        )
        SELECT DISTINCT COALESCE(a.assigned_instance_id, live.instance_id) AS instance_id
        FROM unnest(p_stream_ids) AS asked (stream_id)
        LEFT JOIN wh_active_streams a ON a.stream_id = asked.stream_id
        LEFT JOIN live
            ON a.assigned_instance_id IS NULL
           AND COALESCE(a.partition_number, compute_partition(asked.stream_id)) % live.total
               = live.place
        WHERE asked.stream_id IS NOT NULL
    ) target
    WHERE target.instance_id IS NOT NULL;
END
$$;
