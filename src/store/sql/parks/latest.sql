-- needs: whizbang_operator
-- Messages whose schedule was set last, as far as our records know, by a park: that park. Whatever set a
-- schedule, or moved the row away or back, ends the park before it. What comes back from the broker's dead
-- letters is in the inbox.
-- $1 service  $2 message ids
SELECT latest.message_id, latest.source_table, latest.operation_id, latest.actor, latest.reason, latest.started_at,
    (latest.before ->> 'scheduled_for')::timestamptz AS scheduled_before,
    (latest.before ->> 'attempts')::int AS attempts_before,
    (latest.after ->> 'scheduled_for')::timestamptz AS parked_for
FROM (
    SELECT DISTINCT ON (i.message_id, place.source_table)
        i.message_id, place.source_table, o.operation_id, o.action, o.actor, o.reason, o.started_at, i.before, i.after
    FROM whizbang_operator.items AS i
    JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
    CROSS JOIN LATERAL (
        SELECT CASE i.source_table WHEN 'broker' THEN 'inbox' ELSE i.source_table END AS source_table
    ) AS place
    WHERE i.message_id = ANY ($2) AND i.result = 'done' AND o.service = $1
      AND o.action IN ('park', 'unpark', 'retry', 'promote', 'replay', 'undo')
    ORDER BY i.message_id, place.source_table, o.started_at DESC, o.operation_id DESC
) AS latest
WHERE latest.action = 'park'
