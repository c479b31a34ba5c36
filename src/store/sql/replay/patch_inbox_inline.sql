-- needs: wh_inbox, wh_dead_letters, wh_event_store.event_data
-- Gives replayed rows the bodies that cannot go through a record: JSON null, or those of the event store.
-- $1 dead letters
UPDATE wh_inbox AS w SET
    event_data = coalesce(d.envelope -> 'event_data', (SELECT b.event_data FROM wh_event_store AS b WHERE b.event_id = d.source_id)),
    metadata = coalesce(d.envelope -> 'metadata', '{}')
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1) AND w.message_id = d.source_id
