-- needs: wh_outbox
-- How many rows wait for a worker now; not counted beyond a limit.
-- $1 limit
SELECT count(*) AS waiting FROM (SELECT FROM wh_outbox AS w WHERE w.processed_at IS NULL AND (w.scheduled_for IS NULL OR w.scheduled_for <= now()) LIMIT $1) AS waiting
