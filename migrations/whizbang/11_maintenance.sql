-- What the service tidies up every ten minutes (facts §6.11, era C). It is the reason that
-- a parked or long retrying inbox row does not last: a failure clears the lease, and an
-- unleased row older than the retention is deleted, whatever waits in it.

CREATE FUNCTION perform_maintenance()
RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
    v_settings jsonb;
BEGIN
    SELECT COALESCE(jsonb_object_agg(s.setting_key, s.setting_value), '{}') INTO v_settings
    FROM wh_settings s;

    IF NOT COALESCE((v_settings ->> 'debug_mode')::boolean, false) THEN
        DELETE FROM wh_outbox o WHERE o.processed_at IS NOT NULL;
        DELETE FROM wh_inbox i WHERE i.processed_at IS NOT NULL;
        DELETE FROM wh_perspective_events e WHERE e.processed_at IS NOT NULL;
    END IF;

    DELETE FROM wh_inbox i
    WHERE i.processed_at IS NULL
      AND i.instance_id IS NULL
      AND i.lease_expiry IS NULL
      AND i.received_at < now() - make_interval(
          days => COALESCE((v_settings ->> 'stuck_inbox_retention_days')::integer, 7));

    DELETE FROM wh_dead_letters d
    WHERE d.recovered_at IS NOT NULL
      AND d.dead_lettered_at < now() - make_interval(
          days => COALESCE((v_settings ->> 'dead_letter_retention_days')::integer, 7));

    DELETE FROM wh_message_deduplication m
    WHERE m.first_seen_at < now() - make_interval(
        days => COALESCE((v_settings ->> 'dedup_retention_days')::integer, 30));

    DELETE FROM wh_active_streams a
    WHERE a.assigned_instance_id IS NULL
      AND a.last_activity_at < now() - make_interval(
          hours => COALESCE((v_settings ->> 'abandoned_stream_hours')::integer, 1));
END
$$;
