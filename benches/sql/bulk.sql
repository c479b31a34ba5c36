-- The data of the bulk benchmark, for any era: bench.letters dead letters that nobody has recovered, over a fifth as many
-- streams, and as many waiting outbox rows in those streams. Seven of ten are of the outbox, half of these events; two of
-- the inbox, seen before; one of a projection, of an event that is stored. The same rows for the same number.

CREATE FUNCTION pg_temp.id_at(at timestamptz, seed text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(seed), 1, 3)
            || '8' || substr(md5(seed), 5, 15))::uuid
$$;

-- They are heard of until after the benchmark, so that they are rung.
INSERT INTO wh_service_instances (instance_id, service_name, host_name, process_id, last_heartbeat_at)
SELECT pg_temp.id_at('2026-01-01+00', 'instance ' || i), 'orders', 'host-' || i, i, now() + interval '1 day'
FROM generate_series(1, 2) AS i;

CREATE TEMP TABLE streams AS
SELECT n, pg_temp.id_at('2026-01-01+00'::timestamptz + n * interval '1 second', 'stream ' || n) AS id
FROM generate_series(0, current_setting('bench.letters')::integer / 5 - 1) AS n;

INSERT INTO wh_active_streams (stream_id, partition_number, assigned_instance_id, lease_expiry)
SELECT id, compute_partition(id), pg_temp.id_at('2026-01-01+00', 'instance ' || 1 + n % 2), now() + interval '1 day'
FROM streams;

-- A stream's dead letters and what waits in it are not stored side by side: they come in over days.
CREATE TEMP TABLE messages AS
SELECT i, s.id AS stream_id, i / (SELECT count(*) FROM streams) AS version, at,
       pg_temp.id_at(at, 'dead ' || i) AS id, pg_temp.id_at(at + interval '1 hour', 'death ' || i) AS dead_letter_id,
       pg_temp.id_at(at, 'event ' || i) AS event_id,
       CASE WHEN i % 10 < 7 THEN 'wh_outbox' WHEN i % 10 < 9 THEN 'wh_inbox' ELSE 'wh_perspective_events' END AS source,
       format('Shop.Orders.Contracts.Event%s, Shop.Orders.Contracts', i % 40) AS type
FROM (SELECT current_setting('bench.letters')::integer AS letters) AS size,
     LATERAL generate_series(0, letters - 1) AS i,
     LATERAL (SELECT now() - interval '3 days' + interval '2 days' * i / letters AS at) AS time
JOIN LATERAL (SELECT s.id FROM streams AS s WHERE s.n = i % (letters / 5)) AS s ON true;

INSERT INTO wh_event_store (event_id, stream_id, aggregate_id, aggregate_type, event_type, scope, version, created_at,
                            commit_sequence)
SELECT CASE m.source WHEN 'wh_outbox' THEN m.id ELSE m.event_id END, m.stream_id, m.stream_id, 'Order', m.type,
       jsonb_build_object('tenantId', 'tenant-' || m.i % 20), m.version, m.at, m.i
FROM messages AS m
WHERE (m.source = 'wh_outbox' AND m.i % 2 = 0) OR m.source = 'wh_perspective_events';

INSERT INTO wh_message_deduplication (message_id, first_seen_at)
SELECT m.id, m.at FROM messages AS m WHERE m.source = 'wh_inbox';

INSERT INTO wh_outbox (message_id, destination, message_type, envelope_type, event_data, metadata, scope, stream_id,
                       partition_number, created_at)
SELECT pg_temp.id_at(waiting.at, 'waiting ' || m.i), 'payments', m.type, 'Whizbang.Core.MessageEnvelope`1',
       jsonb_build_object('payload', jsonb_build_object('orderNumber', 'SO-' || m.i, 'lines', repeat('x', 200))),
       jsonb_build_object('correlationId', md5(m.i::text)), jsonb_build_object('tenantId', 'tenant-' || m.i % 20),
       m.stream_id, compute_partition(m.stream_id), waiting.at
FROM messages AS m, LATERAL (SELECT m.at + (m.i % 3 - 1) * interval '2 hours' AS at) AS waiting;

ALTER TABLE wh_dead_letters DISABLE TRIGGER USER;
INSERT INTO wh_dead_letters (dead_letter_id, source_table, source_id, stream_id, message_type, destination, perspective_name,
                             envelope, failure_reason, error_text, attempts_when_dlq, dead_lettered_at, recovery_status,
                             next_recovery_at, generation, error_fingerprint, error_fingerprint_version)
SELECT m.dead_letter_id, m.source, m.id, m.stream_id, m.type, 'payments',
       CASE m.source WHEN 'wh_perspective_events' THEN 'OrderSummary' END,
       jsonb_build_object('event_data', jsonb_build_object('orderNumber', 'SO-' || m.i, 'lines', repeat('y', 300)),
                          'metadata', jsonb_build_object('correlationId', md5(m.i::text)))
       || CASE m.source WHEN 'wh_perspective_events' THEN jsonb_build_object('event_id', m.event_id) ELSE '{}' END,
       (ARRAY[2, 5, 5, 8, 3, 4, 99, 6])[1 + m.i % 8],
       format(E'System.InvalidOperationException: cannot handle %s\n   at Shop.Orders.Handler%s.HandleAsync(Message m) in /src/Handler.cs:line %s\n%s',
              m.i, m.i % 25, m.i % 90, repeat(E'   at Shop.Orders.Pipeline.Next()\n', 12)),
       10, m.at + interval '1 hour', 0, now() + interval '1 day', format('1.%s.0+abcdef', m.i % 12),
       left(md5((m.i % 25)::text), 16), 1
FROM messages AS m;
ALTER TABLE wh_dead_letters ENABLE TRIGGER USER;
