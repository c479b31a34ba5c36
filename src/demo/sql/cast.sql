-- Whom the tour is about: the row that an operator parked, and the newest dead letter of the outbox.
SELECT parked.message_id AS parked_message, parked.stream_id AS parked_stream, dead.dead_letter_id AS dead_letter,
       dead.source_id AS dead_message
FROM (SELECT i.message_id, i.stream_id
      FROM whizbang_operator.operations AS o JOIN whizbang_operator.items AS i USING (operation_id)
      WHERE o.action = 'park' ORDER BY o.started_at LIMIT 1) AS parked,
     (SELECT d.dead_letter_id, d.source_id FROM orders.wh_dead_letters AS d
      WHERE d.source_table = 'wh_outbox' AND d.recovered_at IS NULL ORDER BY d.dead_letter_id DESC LIMIT 1) AS dead
