SELECT failure_reason, sum(n), min(oldest), max(newest)
FROM (SELECT failure_reason, count(*) AS n, min(created_at) AS oldest, max(created_at) AS newest
      FROM wh_outbox WHERE (status & 32768) = 32768 AND processed_at IS NULL GROUP BY 1
      UNION ALL
      SELECT w.failure_reason, count(*), min(w.received_at), max(w.received_at)
      FROM wh_inbox AS w WHERE (w.status & 32768) = 32768 AND w.processed_at IS NULL GROUP BY 1
      UNION ALL
      SELECT failure_reason, count(*), min(created_at), max(created_at)
      FROM wh_perspective_events WHERE (status & 32768) = 32768 AND processed_at IS NULL GROUP BY 1) AS t
GROUP BY 1 ORDER BY 2 DESC
