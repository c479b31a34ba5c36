-- needs: wh_dead_letters
-- Which of these instances put their newest dead letter under another generation than the newest there is. No index serves
-- this, so it is one scan for all of them.
-- $1 instances  $2 the newest generation
SELECT newest.id
FROM (
    SELECT DISTINCT ON (d.dead_lettered_by) d.dead_lettered_by AS id, d.generation
    FROM wh_dead_letters AS d
    WHERE d.dead_lettered_by = ANY ($1)
    ORDER BY d.dead_lettered_by, d.dead_lettered_at DESC
) AS newest
WHERE newest.generation <> $2
