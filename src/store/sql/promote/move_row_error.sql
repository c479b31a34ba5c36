-- needs: wh_message_deduplication.observation_count, function move_to_dead_letters
-- Inbox and projections since August 2026: the function takes the row's error where the argument is
-- null, and would double one that is given (facts §3.1 and §6.28).
-- $1 ids  $2 dead letter ids to be  $3 failure reasons  $4 generation  $5 source table
SELECT m.id, move_to_dead_letters(m.dead_letter_id, $5, m.id, m.reason, NULL, NULL, $4) AS moved
FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS m (id, dead_letter_id, reason)
