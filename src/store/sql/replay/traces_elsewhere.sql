-- needs: wh_service_instances, wh_message_deduplication, wh_event_store
-- What another service knows of these dead letters. Bare names are that service's.
-- $1 dead letters  $2 who moved each  $3 its message, in the inbox  $4 its event
SELECT
    asked.dead_letter_id,
    EXISTS (SELECT FROM wh_service_instances AS i WHERE i.instance_id = asked.mover) AS mover,
    EXISTS (SELECT FROM wh_message_deduplication AS m WHERE m.message_id = asked.message_id)
        OR EXISTS (SELECT FROM wh_event_store AS e WHERE e.event_id = asked.event_id) AS traces
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS asked (dead_letter_id, mover, message_id, event_id)
