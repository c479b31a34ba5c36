-- needs: wh_dead_letters, wh_outbox, wh_inbox, wh_perspective_events
-- Those of these dead letters whose message is in the table that a recovery would put it into.
-- $1 dead letters
SELECT d.dead_letter_id AS id
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
  AND CASE d.source_table
      WHEN 'wh_outbox' THEN EXISTS (SELECT FROM wh_outbox AS w WHERE w.message_id = d.source_id)
      WHEN 'wh_inbox' THEN EXISTS (SELECT FROM wh_inbox AS w WHERE w.message_id = d.source_id)
      WHEN 'broker' THEN EXISTS (SELECT FROM wh_inbox AS w WHERE w.message_id = d.source_id)
      ELSE EXISTS (SELECT FROM wh_perspective_events AS w WHERE w.event_work_id = d.source_id)
  END
