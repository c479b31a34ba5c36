-- needs: wh_outbox, wh_inbox, wh_perspective_events
-- Which of these ids are in more than one work table: a command about such a row has to name its table.
-- $1 ids
SELECT asked.id
FROM unnest($1::uuid[]) AS asked (id)
WHERE (EXISTS (SELECT FROM wh_outbox AS o WHERE o.message_id = asked.id))::int
    + (EXISTS (SELECT FROM wh_inbox AS i WHERE i.message_id = asked.id))::int
    + (EXISTS (SELECT FROM wh_perspective_events AS p WHERE p.event_work_id = asked.id))::int > 1
