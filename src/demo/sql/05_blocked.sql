-- What went wrong. Each of these streams has rows that wait behind one that fails.

-- Retrying: the broker times out, and the row waits for its next try. The rows before it went out.
CREATE TEMP TABLE retrying ON COMMIT DROP AS
SELECT e.n, e.event_id, e.stream_id, e.at, e.order_number, attempts, since, reason
FROM events AS e JOIN (VALUES (77, 4, 9, interval '15 seconds', 2), (12, 6, 6, interval '40 seconds', 2),
                              (58, 5, 11, interval '70 seconds', 8), (93, 8, 4, interval '95 seconds', 2),
                              (110, 3, 7, interval '120 seconds', 8), (149, 9, 3, interval '10 seconds', 99))
    AS r (n, v, attempts, since, reason) USING (n, v);
DELETE FROM wh_outbox AS o USING retrying AS r WHERE o.stream_id = r.stream_id AND o.created_at < r.at;
UPDATE wh_outbox AS o SET attempts = r.attempts FROM retrying AS r WHERE o.message_id = r.event_id;
SELECT process_outbox_failures(
    jsonb_build_array(jsonb_build_object('MessageId', event_id, 'CompletedStatus', 3, 'FailureReason', reason,
                                         'Error', pg_temp.failure(reason, order_number))), now() - since)
FROM retrying;

-- Parked: see 07_operator.sql for who did it.
CREATE TEMP TABLE parked ON COMMIT DROP AS SELECT * FROM events WHERE n = 40 AND v = 4;
DELETE FROM wh_outbox AS o USING parked AS p WHERE o.stream_id = p.stream_id AND o.created_at < p.at;
UPDATE wh_outbox AS o SET attempts = 8 FROM parked AS p WHERE o.message_id = p.event_id;
SELECT process_outbox_failures(
    jsonb_build_array(jsonb_build_object('MessageId', event_id, 'CompletedStatus', 3, 'FailureReason', 4,
                                         'Error', pg_temp.failure(4, order_number))), now() - interval '24 minutes')
FROM parked;

-- At most once: an occurrence of the payout failed, so the service never runs it again, and the later ones wait.
INSERT INTO wh_outbox (message_id, destination, message_type, envelope_type, event_data, metadata, stream_id, partition_number,
                       attempts, instance_id, created_at)
SELECT pg_temp.id_at(at, 'occurrence ' || k), 'shop.payouts', event_type, format('Whizbang.Core.MessageEnvelope`1[[%s]]', event_type),
       jsonb_build_object('payload', event_data || jsonb_build_object('sellers', 312, 'dueAt', at)),
       jsonb_build_object('scheduleId', schedule_id, 'scheduleKey', schedule_key, 'deliveryGuarantee', 1, 'fireTime', at),
       stream_id, compute_partition(stream_id), CASE k WHEN 1 THEN 1 ELSE 0 END,
       CASE k WHEN 1 THEN (SELECT instance_id FROM instance WHERE name = 'vanished') END, at
FROM wh_schedules, generate_series(1, 6) AS k, LATERAL (SELECT now() - interval '66 minutes' + k * interval '10 minutes' AS at) AS time;
INSERT INTO wh_schedule_runs (schedule_id, occurrence_id, fired_at, status, duration_ms, instance_id)
SELECT schedule_id, pg_temp.id_at(at, 'occurrence ' || k), at, 0, 400 + pg_temp.pick('run' || k, 900), (SELECT instance_id FROM instance WHERE name = 'a')
FROM wh_schedules, generate_series(-5, 0) AS k, LATERAL (SELECT now() - interval '66 minutes' + k * interval '10 minutes' AS at) AS time;
SELECT process_outbox_failures(
    jsonb_build_array(jsonb_build_object('MessageId', message_id, 'CompletedStatus', 0, 'FailureReason', 2,
                                         'Error', pg_temp.failure(2, 'payout:marketplace-sellers'))), now() - interval '55 minutes')
FROM wh_outbox WHERE destination = 'shop.payouts' AND attempts = 1;
INSERT INTO wh_active_streams (stream_id, partition_number, assigned_instance_id)
SELECT stream_id, compute_partition(stream_id), (SELECT instance_id FROM instance WHERE name = 'a') FROM wh_schedules;

-- A projection item that the vanished instance took for an hour, thirteen minutes ago.
UPDATE wh_perspective_events AS w
SET instance_id = i.instance_id, claimed_at = now() - interval '13 minutes', lease_expiry = now() + interval '47 minutes', attempts = 1
FROM events AS e, instance AS i
WHERE w.event_id = e.event_id AND w.perspective_name = 'OrderSummaryProjection' AND e.n = 121 AND e.v = 8 AND i.name = 'vanished';

-- Inbox rows that fail: they block nothing. Most retry, six are at the cap, three went past it without a word.
UPDATE wh_inbox AS w SET attempts = CASE WHEN a.n % 28 = 5 THEN 10 + a.n % 5 ELSE 1 + a.n % 6 END
FROM arrival AS a WHERE w.message_id = a.message_id AND a.j = 3 AND (a.n % 28 = 5 OR a.n % 3 = 0);
SELECT process_inbox_failures(
    jsonb_build_array(jsonb_build_object('MessageId', message_id, 'CompletedStatus', 1, 'FailureReason', reason,
                                         'Error', pg_temp.failure(reason, 'SO-2026-' || 104000 + n))),
    now() - interval '1 second' * pg_temp.pick('since' || n, 110))
FROM arrival, LATERAL (SELECT (ARRAY[3, 7, 99, 8, 2])[1 + pg_temp.pick('reason' || n, 5)] AS reason) AS r
WHERE j = 3 AND n <= 172 AND (n % 28 = 5 OR n % 3 = 0);
UPDATE wh_inbox AS w SET attempts = 16, instance_id = i.instance_id, lease_expiry = now() - interval '9 minutes'
FROM arrival AS a, instance AS i
WHERE w.message_id = a.message_id AND a.j = 5 AND a.n IN (18, 87, 144) AND i.name = 'vanished';

-- Two projection items that are leased again and again: their failures never get recorded in this version.
UPDATE wh_perspective_events AS w SET attempts = 23, claimed_at = now() - interval '4 minutes'
FROM events AS e
WHERE w.event_id = e.event_id AND w.perspective_name = 'OrderSummaryProjection' AND e.v = 8 AND e.n IN (64, 133);
