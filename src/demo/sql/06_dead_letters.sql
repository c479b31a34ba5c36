-- Forty dead letters, of every failure reason. The newest twelve died minutes ago and are the last message of
-- their stream or belong to an inbox, so that a replay of them puts nothing out of order.

CREATE TEMP TABLE death ON COMMIT DROP AS
SELECT n, source_table, reason, attempts, 'orders-1.42.0+8c1f2e7' AS generation, now() - n_ago * interval '97 seconds' - interval '1 minute' AS at
FROM (VALUES (172, 'wh_outbox', 2, 10, 1), (171, 'wh_inbox', 99, 11, 2), (170, 'wh_outbox', 8, 10, 3), (169, 'wh_outbox', 5, 10, 4),
             (168, 'wh_inbox', 6, 11, 5), (167, 'wh_outbox', 2, 10, 6), (166, 'wh_outbox', 12, 1, 7), (164, 'wh_inbox', 3, 11, 8),
             (163, 'wh_outbox', 2, 10, 9), (162, 'wh_perspective_events', 5, 11, 10), (161, 'wh_outbox', 8, 10, 11),
             (159, 'wh_inbox', 18, 4, 12)) AS recent (n, source_table, reason, attempts, n_ago)
UNION ALL
SELECT o.n, source_table, reason, attempts, CASE WHEN o.n < 187 THEN 'orders-1.42.0+8c1f2e7' ELSE 'orders-1.41.3+5d20b9a' END,
       o.placed_at + o.span + interval '5 minutes'
FROM (VALUES (173, 'wh_inbox', 3, 11), (174, 'wh_inbox', 3, 11), (175, 'wh_outbox', 4, 10), (176, 'wh_outbox', 0, 10),
             (177, 'wh_outbox', 1, 10), (178, 'wh_inbox', 7, 11), (179, 'broker', 17, 10), (180, 'wh_outbox', 8, 10),
             (181, 'wh_inbox', 10, 1), (182, 'wh_outbox', 11, 1), (183, 'wh_outbox', 13, 2), (184, 'wh_inbox', 14, 1),
             (185, 'wh_outbox', 15, 1), (186, 'wh_inbox', 16, 3), (187, 'wh_outbox', 12, 1), (188, 'wh_inbox', 4, 11),
             (189, 'broker', 17, 10), (190, 'wh_inbox', 18, 9), (191, 'wh_inbox', 99, 11), (192, 'wh_inbox', 99, 11),
             (193, 'wh_perspective_events', 99, 11), (194, 'wh_perspective_events', 6, 11), (195, 'wh_outbox', 2, 10),
             (196, 'wh_outbox', 2, 10), (197, 'wh_inbox', 7, 11), (198, 'wh_outbox', 1, 10), (199, 'wh_inbox', 5, 11))
    AS old (n, source_table, reason, attempts) JOIN orders AS o USING (n);

-- The message of each: the last event of the order for recent ones, else one from its middle.
ALTER TABLE death ADD message_id uuid, ADD dead_letter_id uuid, ADD worker uuid;
UPDATE death AS d
SET message_id = CASE d.source_table
        WHEN 'wh_outbox' THEN (SELECT event_id FROM events AS e WHERE e.n = d.n AND e.v = CASE WHEN d.n <= 172 THEN 12 ELSE 6 END)
        WHEN 'wh_perspective_events' THEN (SELECT pg_temp.id_at(at, 'CustomerTimelineProjection' || event_id) FROM events AS e WHERE e.n = d.n AND e.v = 12)
        ELSE (SELECT message_id FROM arrival AS a WHERE a.n = d.n AND a.j = CASE WHEN d.n <= 172 THEN 7 ELSE 3 END) END,
    dead_letter_id = pg_temp.id_at(d.at, 'death ' || d.n),
    worker = CASE WHEN d.n <= 172 THEN (SELECT instance_id FROM instance WHERE name = CASE WHEN d.n % 2 = 0 THEN 'a' ELSE 'b' END)
                  ELSE pg_temp.id_at(d.at - interval '3 hours', 'pod of ' || d.generation) END;

-- The older ones left the work tables long ago: back for a moment, so that the service's own function moves them.
INSERT INTO wh_outbox (message_id, message_type, envelope_type, event_data, metadata, scope, stream_id, partition_number, is_event, status, created_at)
SELECT event_id, event_type, format('Whizbang.Core.MessageEnvelope`1[[%s]]', event_type), body, metadata, scope,
       CASE d.reason WHEN 11 THEN '00000000-0000-0000-0000-000000000000' ELSE stream_id END,
       compute_partition(stream_id), true, 3, e.at
FROM death AS d JOIN events AS e ON e.event_id = d.message_id WHERE d.n > 172;
INSERT INTO wh_inbox (message_id, handler_name, message_type, event_data, metadata, scope, stream_id, partition_number, is_event, received_at, source_service_id)
SELECT a.message_id, handler, type, body, metadata, scope, stream_id, compute_partition(stream_id), true, a.at,
       pg_temp.id_at('2026-01-12 09:00+00', split_part(type, '.', 2))
FROM death AS d JOIN arrival AS a USING (message_id) WHERE d.n > 172 AND d.source_table = 'wh_inbox';
INSERT INTO wh_perspective_events (event_work_id, stream_id, perspective_name, event_id, status, created_at, partition_number)
SELECT d.message_id, e.stream_id, 'CustomerTimelineProjection', e.event_id, 1, e.at, compute_partition(e.stream_id)
FROM death AS d JOIN events AS e ON e.n = d.n AND e.v = 12 WHERE d.n > 172 AND d.source_table = 'wh_perspective_events';
INSERT INTO wh_message_deduplication (message_id, first_seen_at, observation_count)
SELECT message_id, a.at, 1 FROM death AS d JOIN arrival AS a USING (message_id) WHERE d.n > 172
ON CONFLICT (message_id) DO NOTHING;
UPDATE wh_message_deduplication AS m SET observation_count = 9
FROM death AS d WHERE m.message_id = d.message_id AND d.reason = 18;

-- What came before the last message of a recent order went out.
DELETE FROM wh_outbox AS w USING death AS d JOIN orders AS o USING (n)
WHERE d.source_table = 'wh_outbox' AND d.n <= 172 AND w.stream_id = o.stream_id AND w.message_id <> d.message_id;

UPDATE wh_outbox AS w SET attempts = d.attempts FROM death AS d WHERE w.message_id = d.message_id;
UPDATE wh_inbox AS w SET attempts = d.attempts, error = pg_temp.failure(CASE WHEN d.reason IN (5, 6, 18) THEN 99 ELSE d.reason END, 'SO-2026-' || 104000 + d.n)
FROM death AS d WHERE w.message_id = d.message_id;
UPDATE wh_perspective_events AS w SET attempts = d.attempts FROM death AS d WHERE w.event_work_id = d.message_id;

-- The publisher reports its last error itself; for the inbox the function adds the row's own.
CREATE FUNCTION pg_temp.die(d death) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF d.source_table = 'broker' THEN
        PERFORM wh_import_dead_letter(d.dead_letter_id, d.message_id, a.stream_id, a.type, 'shop.orders/subscriptions/orders',
            a.body::text, 'MaxDeliveryCountExceeded', 'Message could not be consumed after 10 delivery attempts.',
            a.at, d.attempts, d.worker, d.generation)
        FROM arrival AS a WHERE a.message_id = d.message_id;
    ELSIF move_to_dead_letters(d.dead_letter_id, d.source_table, d.message_id, d.reason,
            CASE WHEN d.source_table = 'wh_inbox' AND d.reason NOT IN (5, 6, 18) THEN NULL
                 WHEN d.source_table = 'wh_outbox' AND d.reason = 5 THEN pg_temp.failure(5, '') || ' — last error: ' || pg_temp.failure(2, 'SO-2026-' || 104000 + d.n)
                 ELSE pg_temp.failure(d.reason, 'SO-2026-' || 104000 + d.n) END, d.worker, d.generation) IS NULL THEN
        RAISE EXCEPTION 'the message of order % is not in %', d.n, d.source_table;
    END IF;
    UPDATE wh_dead_letters SET dead_lettered_at = d.at WHERE dead_letter_id = d.dead_letter_id;
END $$;
SELECT pg_temp.die(d) FROM death AS d ORDER BY at;

-- What the service's recovery policy made of them: some are due later, others wait for a person.
UPDATE wh_dead_letters AS l SET recovery_attempts = CASE WHEN d.n > 172 THEN most ELSE 0 END,
       last_recovery_at = CASE WHEN d.n > 172 AND most > 0 THEN d.at + most * pause END
FROM death AS d JOIN (VALUES (1, 3, interval '30 minutes'), (2, 3, interval '1 hour'), (5, 1, interval '6 hours'),
                             (8, 3, interval '30 minutes')) AS policy (reason, most, pause) USING (reason)
WHERE l.dead_letter_id = d.dead_letter_id;
SELECT CASE WHEN d.reason IN (3, 4, 7) OR (d.n > 172 AND d.reason NOT IN (1, 2, 8)) THEN mark_dead_letter_holding(d.dead_letter_id)
            WHEN d.n > 172 THEN mark_dead_letter_permanently_failed(d.dead_letter_id)
            ELSE schedule_next_dead_letter_attempt(d.dead_letter_id, d.at + CASE d.reason
                     WHEN 5 THEN interval '6 hours' WHEN 8 THEN interval '30 minutes' ELSE interval '1 hour' END) END
FROM death AS d;

-- Recovered by the service, which then handled them; one of these died a second time.
UPDATE wh_dead_letters AS l SET recovery_status = 0, recovery_attempts = 0
FROM death AS d WHERE l.dead_letter_id = d.dead_letter_id AND d.n IN (197, 198, 199);
SELECT recover_dead_letter(dead_letter_id) FROM death WHERE n IN (197, 198, 199);
UPDATE wh_dead_letters AS l SET last_recovery_at = d.at + interval '1 hour', recovered_at = d.at + interval '1 hour'
FROM death AS d WHERE l.dead_letter_id = d.dead_letter_id AND d.n IN (197, 198, 199);
DELETE FROM wh_outbox AS w USING death AS d WHERE w.message_id = d.message_id AND d.n = 198;
DELETE FROM wh_inbox AS w USING death AS d WHERE w.message_id = d.message_id AND d.n = 199;
UPDATE wh_inbox AS w SET attempts = 11, error = pg_temp.failure(7, 'SO-2026-' || 104000 + d.n)
FROM death AS d WHERE w.message_id = d.message_id AND d.n = 197;
INSERT INTO death SELECT n, source_table, reason, attempts, generation, at + interval '3 hours', message_id,
    pg_temp.id_at(at + interval '3 hours', 'second death'), worker FROM death WHERE n = 197;
SELECT pg_temp.die(d), mark_dead_letter_holding(d.dead_letter_id) FROM death AS d WHERE n = 197 ORDER BY at DESC LIMIT 1;

-- What people decided.
UPDATE wh_dead_letters AS l
SET operator_disposition = disposition, operator_actor = actor, operator_notes = note,
    recovery_status = CASE disposition WHEN 3 THEN 4 ELSE 2 END, next_recovery_at = NULL
FROM death AS d JOIN (VALUES (175, 2, 'hana.mori', '経理に確認中。再送しないでください (INC-2038)'),
                             (188, 2, 'hana.mori', '請求先住所が不完全。顧客に連絡済み'),
                             (185, 3, 'tomas', 'import was repeated with smaller files, this one is obsolete'),
                             (190, 3, 'layla.haddad', 'الطلب ملغى — cancelled by the customer 🙏')) AS decided (n, disposition, actor, note) USING (n)
WHERE l.dead_letter_id = d.dead_letter_id;

SELECT aggregate_dead_letters();
