-- 200 orders, a stream each, with twelve events in the event store. Orders 1 to 172 came in during the last
-- hour, when the broker began to throttle, except the last fourteen, which came in before and whose last messages
-- died minutes ago. The others are older and are known by their dead letters.

CREATE TEMP TABLE orders ON COMMIT DROP AS
SELECT n, placed_at, pg_temp.id_at(placed_at, 'order ' || n) AS stream_id, 'SO-2026-' || 104000 + n AS order_number,
       until - placed_at AS span,
       (ARRAY['acme-eu', 'acme-us', 'nordwind', 'sakura-jp', 'souq-ae'])[1 + pg_temp.pick('tenant' || n, 5)] AS tenant,
       (ARRAY['佐藤 美咲', 'ليلى حداد', 'Zoë Müller', 'Oluwaseun Adéyẹmí', 'Нина Петрова', 'Jack O''Neil', '김서연', 'Ana Sá 🎁'])
           [1 + pg_temp.pick('customer' || n, 8)] AS customer,
       (ARRAY['緑茶セット', 'قهوة عربية', 'Coffee grinder', 'Wanderrucksack 45 l', 'Чайник', '🧦 Socks, 3 pairs'])
           [1 + pg_temp.pick('product' || n, 6)] AS product,
       (990 + pg_temp.pick('price' || n, 24000)) / 100.0 AS total
FROM (
    SELECT n, now() - interval '55 minutes' + n * interval '17 seconds' AS placed_at, now() AS until
    FROM generate_series(1, 158) AS n
    UNION ALL
    SELECT n, now() - (173 - n) * interval '97 seconds' - interval '110 minutes', now() - (173 - n) * interval '97 seconds' - interval '50 minutes'
    FROM generate_series(159, 172) AS n
    UNION ALL
    SELECT n, now() - (n - 170) * interval '5 hours' - interval '1 hour', now() - (n - 170) * interval '5 hours'
    FROM generate_series(173, 200) AS n
) AS order_time;

CREATE TEMP TABLE events ON COMMIT DROP AS
SELECT o.*, v, name, at, pg_temp.id_at(at - interval '30 milliseconds', format('event %s %s', n, v)) AS event_id,
       format('Shop.Orders.Contracts.%s, Shop.Orders.Contracts', name) AS event_type,
       jsonb_build_object('tenantId', tenant, 'userId', 'u-' || 7000 + pg_temp.pick('user' || n, 900)) AS scope,
       jsonb_build_object(
           'payload', jsonb_build_object(
               'orderNumber', order_number, 'customer', jsonb_build_object('name', customer, 'email', format('customer%s@example.com', n)),
               'lines', jsonb_build_array(jsonb_build_object('product', product, 'quantity', 1 + pg_temp.pick('q' || n, 4))),
               'total', jsonb_build_object('amount', total, 'currency', 'EUR')),
           'hops', jsonb_build_array(jsonb_build_object('service', 'orders', 'at', at))) AS body,
       jsonb_build_object('correlationId', pg_temp.id_at(placed_at, 'correlation ' || n),
                          'traceparent', format('00-%s-%s-01', md5('trace' || n), left(md5(format('span %s %s', n, v)), 16))) AS metadata
FROM orders AS o, unnest(ARRAY['OrderPlaced', 'PaymentRequested', 'PaymentAuthorized', 'StockReserved', 'AddressVerified',
                               'InvoiceIssued', 'PickListCreated', 'ParcelPacked', 'LabelPrinted', 'ParcelHandedOver',
                               'CustomerNotified', 'LoyaltyPointsGranted']) WITH ORDINALITY AS e (name, v),
     LATERAL (SELECT placed_at + span * (v / 13.0) + interval '1 millisecond' * pg_temp.pick(format('at %s %s', n, v), 900) AS at) AS time;
CREATE INDEX ON events (n, v);
ANALYZE events;

INSERT INTO wh_event_store (event_id, stream_id, aggregate_id, aggregate_type, event_type, scope, version, created_at,
                            commit_sequence, origin_service_id)
SELECT event_id, stream_id, stream_id, 'Shop.Orders.Order', event_type, scope, v, at, row_number() OVER (ORDER BY at, event_id),
       (SELECT service_id FROM wh_service_config)
FROM events;

INSERT INTO wh_event_body (event_id, event_data, metadata) SELECT event_id, body, metadata FROM events;

-- Streams belong to the two instances in turn.
INSERT INTO wh_active_streams (stream_id, partition_number, assigned_instance_id, created_at, last_activity_at)
SELECT stream_id, compute_partition(stream_id), i.instance_id, placed_at, now() - interval '1 second' * pg_temp.pick('seen' || n, 300)
FROM orders AS o JOIN instance AS i ON i.name = CASE WHEN n = 121 THEN 'vanished' WHEN n % 2 = 0 THEN 'a' ELSE 'b' END
WHERE n <= 172;
