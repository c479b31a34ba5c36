-- needs: wh_dead_letters
-- Dead letters by where they stand.
SELECT d.recovery_status, count(*) AS count, min(d.dead_lettered_at) AS oldest, max(d.dead_lettered_at) AS newest
FROM wh_dead_letters AS d
GROUP BY d.recovery_status
ORDER BY d.recovery_status
