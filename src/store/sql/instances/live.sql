-- needs: wh_service_instances
-- Instances that are alive (facts §1.7): a heartbeat within 30 s, a session named after the instance,
-- or the session-level advisory lock that says so.
SELECT i.instance_id, i.host_name::text, i.last_heartbeat_at,
       i.last_heartbeat_at > now() - interval '30 seconds'
       OR EXISTS (
           SELECT FROM pg_stat_activity AS a
           WHERE a.application_name = left('whizbang-' || i.instance_id, 63) AND a.datname = current_database()
       )
       OR EXISTS (
           SELECT FROM pg_locks AS l
           WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
             AND l.objid::bigint = hashtext('wh_instance_alive:' || i.instance_id)::bigint & 4294967295
       ) AS live
FROM wh_service_instances AS i
ORDER BY i.last_heartbeat_at DESC, i.instance_id
