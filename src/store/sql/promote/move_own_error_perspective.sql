-- needs: wh_perspective_events, function move_to_dead_letters
-- lacks: wh_message_deduplication.observation_count
-- Era B stores the argument and nothing else (facts §3.1), so it is the row's own error.
-- $1 event work ids  $2 dead letter ids to be  $3 failure reasons  $4 generation
SELECT m.id, move_to_dead_letters(
    m.dead_letter_id, 'wh_perspective_events', m.id, m.reason,
    (SELECT w.error FROM wh_perspective_events AS w WHERE w.event_work_id = m.id), NULL, $4) AS moved
FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS m (id, dead_letter_id, reason)
