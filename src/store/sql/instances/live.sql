-- needs: wh_service_instances
-- Instances that are alive (facts §1.7): a heartbeat within 30 s, a session on this database named after the instance,
-- or the session-level advisory lock that says so. Sessions and locks come from the functions under pg_stat_activity and
-- pg_locks: the views join what is not asked for, and a new backend has to load all that they name.
SELECT i.instance_id, i.host_name::text, i.last_heartbeat_at,
       i.last_heartbeat_at > now() - interval '30 seconds'
       OR EXISTS (
           SELECT FROM pg_stat_get_activity(NULL) AS a
           WHERE a.application_name = left('whizbang-' || i.instance_id, 63)
             AND a.datid = (SELECT own.datid FROM pg_stat_get_activity(pg_backend_pid()) AS own)
       )
       OR EXISTS (
           SELECT FROM pg_lock_status() AS l
           WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
             AND l.objid::bigint = hashtext('wh_instance_alive:' || i.instance_id)::bigint & 4294967295
       ) AS live
FROM wh_service_instances AS i
ORDER BY i.last_heartbeat_at DESC, i.instance_id
