-- needs: wh_inbox, wh_dead_letters, wh_event_body
-- Gives replayed rows what cannot go through a record: JSON null, and bodies of the event store.
-- $1 dead letters  $2 whether the scope of each is JSON null
UPDATE wh_inbox AS w SET
    event_data = coalesce(d.envelope -> 'event_data', (SELECT b.event_data FROM wh_event_body AS b WHERE b.event_id = d.source_id)),
    metadata = coalesce(d.envelope -> 'metadata', '{}'),
    scope = CASE WHEN item.scope_is_json_null THEN 'null' ELSE w.scope END
FROM unnest($1::uuid[], $2::boolean[]) AS item (dead_letter_id, scope_is_json_null)
JOIN wh_dead_letters AS d ON d.dead_letter_id = item.dead_letter_id
WHERE w.message_id = d.source_id
