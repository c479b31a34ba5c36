-- A message that blocks its stream, with others behind it: what `message show` and `stream blocked` are asked about.
SELECT h.message_id || ' ' || h.stream_id
FROM wh_outbox AS h
WHERE h.status = 32769 AND h.attempts = 12
  AND EXISTS (SELECT FROM wh_outbox AS f WHERE f.stream_id = h.stream_id AND f.created_at > h.created_at)
ORDER BY h.created_at
LIMIT 1
