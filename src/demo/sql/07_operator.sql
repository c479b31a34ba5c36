-- What an operator did before the tour begins: parked the invoice, with a record as the program writes it.

CREATE TEMP TABLE operation ON COMMIT DROP AS
SELECT pg_temp.id_at(now() - interval '22 minutes', 'park') AS operation_id, now() - interval '22 minutes' AS at, event_id, stream_id FROM parked;

INSERT INTO whizbang_operator.operations (operation_id, action, service, actor, os_user, host, reason, ticket, selection, parameters, argv,
                                          tool_version, era, started_at)
SELECT operation_id, 'park', current_schema(), 'maria@oncall-2', 'maria', 'oncall-2',
       'invoice number is taken twice; finance decides which one stays', 'INC-2041', '{"ids": 1}', '{"until": "infinity"}',
       ARRAY['whizbang', 'park', event_id::text, '--reason', 'invoice number is taken twice; finance decides which one stays', '--ticket', 'INC-2041'],
       '0.1.0', 'C', at
FROM operation;

INSERT INTO whizbang_operator.items (operation_id, ordinal, named, source_table, message_id, stream_id, result, before, after)
SELECT p.operation_id, 0, p.event_id::text, 'outbox', p.event_id, p.stream_id, 'done', to_jsonb(o), '{"scheduled_for": "infinity"}'
FROM operation AS p JOIN wh_outbox AS o ON o.message_id = p.event_id;

UPDATE wh_outbox AS o SET scheduled_for = 'infinity', instance_id = NULL, lease_expiry = NULL
FROM operation AS p WHERE o.message_id = p.event_id;

UPDATE whizbang_operator.operations AS o SET state = 'settled', settled_at = at, matched = 1, done = 1
FROM operation AS p WHERE o.operation_id = p.operation_id;

SELECT whizbang_operator.append_audit(operation_id) FROM operation;
