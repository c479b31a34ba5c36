-- The service `orders`: two instances that were up when the incident was recorded, a third that vanished,
-- who listens to what, and one schedule that must not fire twice.

UPDATE wh_service_config
SET service_id = pg_temp.id_at('2026-01-12 09:00+00', 'service'), service_name = 'orders';

INSERT INTO wh_schema_versions (library_version, application_version, notes)
VALUES ('0.712.3', '1.42.0', 'demo');

-- Nobody renews these heartbeats: half a minute after the start no instance is alive any more.
CREATE TEMP TABLE instance ON COMMIT DROP AS
SELECT name, host, pg_temp.id_at(now() - up, name) AS instance_id, now() - up AS started_at, beat
FROM (VALUES ('a', 'orders-7c9d8f6b5-x2k4q', interval '9 hours', interval '2 seconds'),
             ('b', 'orders-7c9d8f6b5-m8t7w', interval '9 hours 1 second', interval '4 seconds'),
             ('vanished', 'orders-7c9d8f6b5-zz9lp', interval '5 hours', interval '13 minutes')) AS i (name, host, up, beat);

INSERT INTO wh_service_instances (instance_id, service_name, host_name, process_id, started_at, last_heartbeat_at, metadata)
SELECT instance_id, 'orders', host, 1, started_at, now() - beat, '{"version": "1.42.0", "region": "eu-central-1"}'
FROM instance WHERE name <> 'vanished';

INSERT INTO wh_instance_evictions (instance_id, evicted_at, reason)
SELECT instance_id, now() - interval '12 minutes', 'no heartbeat for 30 seconds' FROM instance WHERE name = 'vanished';

INSERT INTO wh_message_associations (message_type, association_type, target_name, service_name, normalized_message_type)
SELECT format('Shop.Orders.Contracts.%s, Shop.Orders.Contracts', event), 'perspective', perspective, 'orders',
       format('Shop.Orders.Contracts.%s, Shop.Orders.Contracts', event)
FROM unnest(ARRAY['OrderPlaced', 'PaymentRequested', 'PaymentAuthorized', 'StockReserved', 'AddressVerified', 'InvoiceIssued',
                  'PickListCreated', 'ParcelPacked', 'LabelPrinted', 'ParcelHandedOver', 'CustomerNotified',
                  'LoyaltyPointsGranted']) AS event,
     unnest(ARRAY['OrderSummaryProjection', 'CustomerTimelineProjection']) AS perspective;

INSERT INTO wh_schedules (schedule_id, schedule_key, stream_id, recurrence_kind, cron, timezone, next_fire_at, last_fire_at,
                          occurrence_count, delivery_guarantee, event_type, event_data, created_at)
SELECT pg_temp.id_at('2026-02-02 08:00+00', 'schedule'), 'payout:marketplace-sellers',
       pg_temp.id_at('2026-02-02 08:00+00', 'payout stream'), 2, '*/10 * * * *', 'Europe/Berlin',
       now() + interval '4 minutes', now() - interval '6 minutes', 4120, 1,
       'Shop.Payouts.Contracts.PayOutSellers, Shop.Payouts.Contracts', '{"currency": "EUR"}', '2026-02-02 08:00+00';
