-- needs: wh_dead_letters
-- The stream of a message that is only among the dead letters.
-- $1 message id
SELECT d.source_table, d.stream_id, d.source_id AS message_id, d.dead_letter_id,
       (SELECT count(*) FROM wh_dead_letters AS o WHERE o.stream_id = d.stream_id AND o.recovered_at IS NULL) AS dead_letters
FROM wh_dead_letters AS d
WHERE d.source_table IN ('wh_outbox', 'wh_inbox', 'wh_perspective_events', 'broker') AND d.source_id = $1
ORDER BY d.dead_letter_id DESC
LIMIT 1
