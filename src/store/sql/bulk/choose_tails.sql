-- needs: wh_outbox, wh_inbox, wh_perspective_events, whizbang_operator
-- Makes work rows and all that are behind them in their streams the members of an operation, the last first: as long as
-- the head of a stream is there, nothing behind it runs. Inbox rows hold nobody up, so they come alone.
-- $1 operation  $2 the heads  $3 work tables (null: all)
WITH outbox AS MATERIALIZED (
    SELECT w.message_id, w.stream_id, w.created_at FROM wh_outbox AS w
    WHERE w.message_id = ANY ($2) AND w.processed_at IS NULL AND ($3::text[] IS NULL OR 'wh_outbox' = ANY ($3))
), perspective AS MATERIALIZED (
    SELECT w.event_work_id, w.stream_id, w.perspective_name, w.event_id FROM wh_perspective_events AS w
    WHERE w.event_work_id = ANY ($2) AND w.processed_at IS NULL
      AND ($3::text[] IS NULL OR 'wh_perspective_events' = ANY ($3))
)
INSERT INTO whizbang_operator.members (operation_id, ordinal, id, source_table, message_id, stream_id)
SELECT $1, row_number() OVER (ORDER BY t.source_table, t.stream_id, t.lane, t.at DESC, t.tie DESC) - 1,
       t.id, t.source_table, t.id, t.stream_id
FROM (
    SELECT 'wh_outbox' AS source_table, h.stream_id, '' AS lane, h.created_at AS at, h.message_id AS tie, h.message_id AS id
    FROM outbox AS h
    UNION
    SELECT 'wh_outbox', w.stream_id, '', w.created_at, w.message_id, w.message_id
    FROM outbox AS h
    JOIN wh_outbox AS w ON w.stream_id = h.stream_id AND (w.created_at, w.message_id) > (h.created_at, h.message_id)
    WHERE w.processed_at IS NULL
    UNION
    SELECT 'wh_perspective_events', h.stream_id, h.perspective_name::text, '-infinity', h.event_id, h.event_work_id
    FROM perspective AS h
    UNION
    SELECT 'wh_perspective_events', w.stream_id, w.perspective_name::text, '-infinity', w.event_id, w.event_work_id
    FROM perspective AS h
    JOIN wh_perspective_events AS w
      ON w.stream_id = h.stream_id AND w.perspective_name = h.perspective_name AND w.event_id > h.event_id
    WHERE w.processed_at IS NULL
    UNION
    SELECT 'wh_inbox', w.stream_id, '', w.received_at, w.message_id, w.message_id
    FROM wh_inbox AS w
    WHERE w.message_id = ANY ($2) AND ($3::text[] IS NULL OR 'wh_inbox' = ANY ($3))
) AS t
