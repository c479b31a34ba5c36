-- needs: wh_instance_evictions
-- Which of these instances were of this service and are gone.
-- $1 instances
SELECT e.instance_id AS id FROM wh_instance_evictions AS e WHERE e.instance_id = ANY ($1)
