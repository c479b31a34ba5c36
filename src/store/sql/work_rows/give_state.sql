-- needs: wh_inbox, wh_inbox_state, function compute_partition
-- Gives inbox rows the state row without which nothing can claim them (facts §1.3).
-- $1 ids  $2 the schedule of each
INSERT INTO wh_inbox_state AS s (message_id, stream_id, received_at, priority, is_event, partition_number, scheduled_for)
SELECT w.message_id, w.stream_id, w.received_at, w.priority, w.is_event,
       compute_partition(nullif(w.stream_id, '00000000-0000-0000-0000-000000000000')), change.scheduled_for
FROM unnest($1::uuid[], $2::timestamptz[]) AS change (id, scheduled_for)
JOIN wh_inbox AS w ON w.message_id = change.id
ON CONFLICT (message_id) DO NOTHING
RETURNING s.message_id AS id
