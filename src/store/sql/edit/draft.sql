-- needs: wh_dead_letters
-- A dead letter like another one, of a new message with another body; for as long as it takes to replay it. None where the
-- other one's body is not the one that was edited.
-- $1 dead letter  $2 the id of the new one  $3 its message id  $4 the body that was edited  $5 its new body
INSERT INTO wh_dead_letters
SELECT new.*
FROM wh_dead_letters AS d
CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object(
    'dead_letter_id', $2::uuid, 'source_id', $3::uuid,
    'envelope', d.envelope || jsonb_build_object('event_data', $5::text::jsonb)
)) AS new
WHERE d.dead_letter_id = $1
  AND d.recovered_at IS NULL
  AND d.envelope -> 'event_data' = $4::text::jsonb
RETURNING dead_letter_id AS id
