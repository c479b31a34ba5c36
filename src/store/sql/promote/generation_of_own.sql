-- needs: wh_dead_letters, wh_service_instances
-- The same where several services share the table (era B): one that an instance of this service moved.
SELECT d.generation FROM wh_dead_letters AS d
WHERE d.dead_lettered_by IN (SELECT i.instance_id FROM wh_service_instances AS i)
ORDER BY d.dead_letter_id DESC LIMIT 1
