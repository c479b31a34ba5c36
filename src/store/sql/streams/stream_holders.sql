-- needs: wh_active_streams, wh_service_instances
-- The instances that are heard of and own a stream whose lease runs.
SELECT i.instance_id
FROM wh_service_instances AS i
WHERE i.last_heartbeat_at > now() - interval '30 seconds'
  AND EXISTS (SELECT FROM wh_active_streams AS a WHERE a.assigned_instance_id = i.instance_id AND a.lease_expiry > now())
