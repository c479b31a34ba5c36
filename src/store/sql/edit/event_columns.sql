-- needs: wh_event_store
-- What the event store tells of a message, as columns of its row (see replay/insert_outbox.sql).
-- $1 message
SELECT jsonb_build_object('is_event', true, 'scope', e.scope, 'flags', coalesce(e.flags, 0)) AS columns
FROM (SELECT NULL::int AS flags) AS absent
CROSS JOIN LATERAL (SELECT s.scope, flags FROM wh_event_store AS s WHERE s.event_id = $1) AS e
