-- The data of the benchmark, for any era: bench.rows outbox rows over a tenth as many streams, one in fifty of
-- them failed, and a tenth as many dead letters. The same rows for the same number.

CREATE FUNCTION pg_temp.id_at(at timestamptz, seed text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(seed), 1, 3)
            || '8' || substr(md5(seed), 5, 15))::uuid
$$;

CREATE FUNCTION pg_temp.pick(number integer, below integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT (hashint4(number) & 2147483647) % below
$$;

INSERT INTO wh_service_instances (instance_id, service_name, host_name, process_id)
SELECT pg_temp.id_at('2026-01-01+00', 'instance ' || i), 'orders', 'host-' || i, i FROM generate_series(1, 2) AS i;

-- Retries lie a day ahead, so that none falls due while the benchmark runs.
INSERT INTO wh_outbox (message_id, destination, message_type, envelope_type, event_data, metadata, scope, stream_id,
                       partition_number, status, attempts, error, failure_reason, scheduled_for, instance_id, lease_expiry, created_at)
SELECT pg_temp.id_at(at, 'message ' || i), (ARRAY['payments', 'shipping', 'mail'])[1 + i % 3],
       format('Shop.Orders.Contracts.Event%s, Shop.Orders.Contracts', i % 40), 'Whizbang.Core.MessageEnvelope`1',
       jsonb_build_object('payload', jsonb_build_object('orderNumber', 'SO-' || i, 'lines', repeat('x', 200))),
       jsonb_build_object('correlationId', md5(i::text)), jsonb_build_object('tenantId', 'tenant-' || i % 20),
       pg_temp.id_at('2026-01-01+00'::timestamptz + i % streams * interval '1 second', 'stream ' || i % streams),
       i % streams % 10000,
       CASE WHEN failed THEN 32769 ELSE 1 END,
       CASE WHEN failed THEN 1 + pg_temp.pick(i + 1, 20) ELSE 0 END,
       CASE WHEN failed THEN format(E'System.TimeoutException: the broker did not answer within 30 s for %s\n   at Shop.Orders.Handler%s.HandleAsync(Message m) in /src/Handler.cs:line %s\n%s',
                                    i, i % 25, i % 90, repeat(E'   at Shop.Orders.Pipeline.Next()\n', 12)) END,
       CASE WHEN failed THEN (ARRAY[0, 1, 2, 4, 6, 8, 99])[1 + pg_temp.pick(i + 2, 7)] ELSE 99 END,
       CASE WHEN failed AND pg_temp.pick(i + 3, 10) = 0 THEN 'infinity'
            WHEN failed THEN now() + interval '1 day' + pg_temp.pick(i + 4, 300) * interval '1 second' END,
       CASE WHEN leased THEN pg_temp.id_at('2026-01-01+00', 'instance ' || 1 + i % 2) END,
       CASE WHEN leased THEN now() + interval '1 day' END,
       at
FROM (SELECT current_setting('bench.rows')::integer AS rows, current_setting('bench.rows')::integer / 10 AS streams) AS size,
     LATERAL generate_series(1, rows) AS i,
     LATERAL (SELECT now() - interval '10 days' + interval '9 days' * i / rows AS at, pg_temp.pick(i, 50) = 0 AS failed) AS row,
     LATERAL (SELECT NOT failed AND pg_temp.pick(i + 5, 100) = 0 AS leased) AS lease;

ALTER TABLE wh_dead_letters DISABLE TRIGGER USER;
INSERT INTO wh_dead_letters (dead_letter_id, source_table, source_id, stream_id, message_type, destination, envelope,
                             failure_reason, error_text, attempts_when_dlq, dead_lettered_at, recovery_status,
                             recovery_attempts, next_recovery_at, recovered_at, generation, error_fingerprint, error_fingerprint_version)
SELECT pg_temp.id_at(at, 'death ' || i), CASE WHEN i % 10 < 7 THEN 'wh_outbox' ELSE 'wh_inbox' END,
       pg_temp.id_at(at - interval '1 hour', 'dead ' || i),
       pg_temp.id_at('2026-01-01+00'::timestamptz + i % letters * interval '1 second', 'stream ' || i % letters),
       format('Shop.Orders.Contracts.Event%s, Shop.Orders.Contracts', i % 40), 'payments',
       jsonb_build_object('event_data', jsonb_build_object('payload', repeat('y', 300)), 'metadata', '{}'::jsonb),
       (ARRAY[2, 5, 5, 8, 3, 4, 99, 6])[1 + i % 8],
       format(E'System.InvalidOperationException: cannot handle %s\n   at Shop.Orders.Handler%s.HandleAsync(Message m) in /src/Handler.cs:line %s\n%s',
              i, i % 25, i % 90, repeat(E'   at Shop.Orders.Pipeline.Next()\n', 12)),
       10, at, status, 1, CASE status WHEN 0 THEN now() + interval '1 day' END, CASE status WHEN 3 THEN at + interval '1 hour' END,
       format('1.%s.0+abcdef', i * 12 / letters), left(md5((i % 25)::text), 16), 1
FROM (SELECT current_setting('bench.rows')::integer / 10 AS letters) AS size,
     LATERAL generate_series(1, letters) AS i,
     LATERAL (SELECT now() - interval '31 days' + interval '30 days' * i / letters AS at,
                     (ARRAY[0, 0, 2, 2, 2, 3, 3, 4])[1 + pg_temp.pick(i, 8)] AS status) AS row;
ALTER TABLE wh_dead_letters ENABLE TRIGGER USER;
