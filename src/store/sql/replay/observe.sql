-- needs: wh_message_deduplication.observation_count
-- Gives how often each was seen before, and now.
-- $1 messages  $2 start counting anew
UPDATE wh_message_deduplication AS m SET
    observation_count = CASE WHEN $2 THEN 0 ELSE m.observation_count + 1 END
FROM (
    SELECT was.message_id, was.observation_count FROM wh_message_deduplication AS was
    WHERE was.message_id = ANY ($1) ORDER BY was.message_id FOR UPDATE
) AS was
WHERE m.message_id = was.message_id
RETURNING m.message_id AS id, was.observation_count AS before, m.observation_count AS after
