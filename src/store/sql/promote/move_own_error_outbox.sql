-- needs: wh_outbox, function move_to_dead_letters
-- The function never adds an outbox row's own error (facts §3.1), so it is the argument.
-- $1 message ids  $2 dead letter ids to be  $3 failure reasons  $4 generation
SELECT m.id, move_to_dead_letters(
    m.dead_letter_id, 'wh_outbox', m.id, m.reason,
    (SELECT w.error FROM wh_outbox AS w WHERE w.message_id = m.id), NULL, $4) AS moved
FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS m (id, dead_letter_id, reason)
