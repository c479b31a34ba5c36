-- needs: wh_perspective_events
-- Waiting items behind the heads of projections; nothing for a head without.
-- $1 heads  $2 their streams  $3 their perspectives  $4 their events
SELECT h.message_id, count(*) AS followers, min(w.created_at) AS oldest_follower_at
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) AS h (message_id, stream_id, perspective_name, event_id)
JOIN wh_perspective_events AS w
    ON w.stream_id = h.stream_id AND w.perspective_name = h.perspective_name AND w.event_id > h.event_id
   AND w.processed_at IS NULL
GROUP BY h.message_id
