-- needs: wh_message_associations, wh_service_config, wh_service_instances, wh_dead_letters
-- Which of these dead letters are of a type, or a perspective, that this service has registered.
-- $1 dead letters
SELECT d.dead_letter_id AS id
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
  AND EXISTS (
      SELECT FROM wh_message_associations AS a
      WHERE a.service_name IN (
              SELECT c.service_name FROM wh_service_config AS c
              UNION
              SELECT i.service_name FROM wh_service_instances AS i
          )
        AND (
            a.message_type = d.message_type
            OR (a.association_type = 'perspective' AND a.target_name = d.perspective_name)
        )
  )
