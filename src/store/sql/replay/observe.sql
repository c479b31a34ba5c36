-- needs: wh_message_deduplication.observation_count
-- $1 messages  $2 start counting anew
UPDATE wh_message_deduplication AS m SET
    observation_count = CASE WHEN $2 THEN 0 ELSE m.observation_count + 1 END
WHERE m.message_id = ANY ($1)
