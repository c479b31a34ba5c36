-- needs: wh_perspective_events, wh_dead_letters
-- Whether a live instance works on a later item of the projection now, or one waits, for dead projection items.
-- $1 dead letters  $2 their events  $3 instances that are alive
SELECT
    d.dead_letter_id,
    coalesce(bool_or(w.instance_id = ANY ($3) AND coalesce(w.lease_expiry, 'infinity') >= now()), false) AS leased,
    count(w.event_work_id) > 0 AS waits
FROM unnest($1::uuid[], $2::uuid[]) AS asked (dead_letter_id, event_id)
JOIN wh_dead_letters AS d ON d.dead_letter_id = asked.dead_letter_id
LEFT JOIN wh_perspective_events AS w
    ON w.stream_id = d.stream_id
   AND w.perspective_name = coalesce(d.perspective_name, d.envelope ->> 'perspective_name')
   AND w.event_id > asked.event_id
   AND w.processed_at IS NULL
WHERE d.source_table = 'wh_perspective_events'
GROUP BY d.dead_letter_id
