-- What waits: about 5,000 rows in the three work tables, most of them untouched.

INSERT INTO wh_outbox (message_id, message_type, envelope_type, event_data, metadata, scope, stream_id, partition_number,
                       is_event, status, created_at)
SELECT event_id, event_type, format('Whizbang.Core.MessageEnvelope`1[[%s]]', event_type), body, metadata, scope, stream_id,
       compute_partition(stream_id), true, 3, at
FROM events WHERE n <= 172 AND v >= 3;

INSERT INTO wh_outbox (message_id, destination, message_type, envelope_type, event_data, metadata, scope, stream_id,
                       partition_number, created_at)
SELECT pg_temp.id_at(at + interval '2 seconds', format('command %s %s', n, v)), destination, type,
       format('Whizbang.Core.MessageEnvelope`1[[%s]]', type),
       body || jsonb_build_object('payload', body -> 'payload' || '{"card": "4111111111111111"}'),
       metadata, scope, stream_id, compute_partition(stream_id), at + interval '2 seconds 40 milliseconds'
FROM events JOIN (VALUES (3, 'shop.payments', 'Shop.Payments.Contracts.CapturePayment, Shop.Payments.Contracts'),
                         (7, 'shop.warehouse', 'Shop.Warehouse.Contracts.PickParcel, Shop.Warehouse.Contracts'),
                         (10, 'shop.mail', 'Shop.Mail.Contracts.SendConfirmation, Shop.Mail.Contracts'))
    AS command (v, destination, type) USING (v)
WHERE n <= 172;

-- Nine messages an order from other services; tracking news of carriers belong to no tenant.
CREATE TEMP TABLE arrival ON COMMIT DROP AS
SELECT n, j, stream_id, handler, type, pg_temp.id_at(at - interval '200 milliseconds', format('arrival %s %s', n, j)) AS message_id, at,
       CASE WHEN type NOT LIKE '%Tracking%' THEN scope END AS scope, body, metadata
FROM events JOIN (VALUES
    (1, 'PaymentReceptor', 'Shop.Payments.Contracts.PaymentConfirmed, Shop.Payments.Contracts'),
    (2, 'PaymentReceptor', 'Shop.Payments.Contracts.FundsCaptured, Shop.Payments.Contracts'),
    (3, 'StockReceptor', 'Shop.Warehouse.Contracts.StockAllocated, Shop.Warehouse.Contracts'),
    (4, 'StockReceptor', 'Shop.Warehouse.Contracts.ParcelPicked, Shop.Warehouse.Contracts'),
    (5, 'FraudReceptor', 'Shop.Risk.Contracts.ScoreComputed, Shop.Risk.Contracts'),
    (6, 'ShipmentReceptor', 'Shop.Carriers.Contracts.ParcelCollected, Shop.Carriers.Contracts'),
    (7, 'ShipmentReceptor', 'Shop.Carriers.Contracts.TrackingUpdated, Shop.Carriers.Contracts'),
    (8, 'LoyaltyReceptor', 'Shop.Loyalty.Contracts.PointsBooked, Shop.Loyalty.Contracts'),
    (9, 'MailReceptor', 'Shop.Mail.Contracts.MailDelivered, Shop.Mail.Contracts')) AS a (j, handler, type) ON a.j = events.v - 2;

INSERT INTO wh_inbox (message_id, handler_name, message_type, event_data, metadata, scope, stream_id, partition_number, is_event,
                      received_at, source_service_id)
SELECT message_id, handler, type, body, metadata, scope, stream_id, compute_partition(stream_id), true, at,
       pg_temp.id_at('2026-01-12 09:00+00', split_part(type, '.', 2))
FROM arrival WHERE n <= 172;

INSERT INTO wh_message_deduplication (message_id, first_seen_at, observation_count)
SELECT message_id, at, CASE WHEN n % 41 = 0 AND j = 2 THEN 3 + n % 5 ELSE 1 END FROM arrival WHERE n <= 172;

INSERT INTO wh_perspective_events (event_work_id, stream_id, perspective_name, event_id, status, created_at, partition_number)
SELECT pg_temp.id_at(at, perspective || event_id), stream_id, perspective, event_id, 1, at, compute_partition(stream_id)
FROM events JOIN (VALUES ('OrderSummaryProjection', 8), ('CustomerTimelineProjection', 11)) AS p (perspective, first) ON v >= first
WHERE n <= 172;

INSERT INTO wh_perspective_cursors (stream_id, perspective_name, last_event_id, status, processed_at)
SELECT stream_id, perspective, event_id, 2, at
FROM events JOIN (VALUES ('OrderSummaryProjection', 7), ('CustomerTimelineProjection', 10)) AS p (perspective, last)
    ON v = CASE WHEN n <= 172 THEN last ELSE 12 END;

-- Work in progress of the two instances.
UPDATE wh_outbox AS o SET instance_id = i.instance_id, lease_expiry = now() + interval '4 minutes', attempts = 1
FROM events AS e, instance AS i
WHERE o.message_id = e.event_id AND e.v = 3 AND e.n BETWEEN 1 AND 16 AND i.name = CASE WHEN e.n % 2 = 0 THEN 'a' ELSE 'b' END;
UPDATE wh_inbox AS w SET instance_id = i.instance_id, lease_expiry = now() + interval '4 minutes', attempts = 1
FROM arrival AS e, instance AS i
WHERE w.message_id = e.message_id AND e.j = 1 AND e.n BETWEEN 1 AND 24 AND i.name = CASE WHEN e.n % 2 = 0 THEN 'a' ELSE 'b' END;

-- Digests that wait to be sent together: scheduled for later, and not stuck.
UPDATE wh_outbox AS o SET coalesce_group = 'customer-digest', scheduled_for = now() + interval '20 minutes'
FROM events AS e WHERE o.message_id = e.event_id AND e.name = 'LoyaltyPointsGranted' AND e.n IN (30, 60, 90, 120, 150);
