-- needs: wh_dead_letters
-- The different error texts of all dead letters, and when each first came up under which generation.
-- $1 length of the error text
SELECT hashtextextended(t.text, 0) AS hash, t.text, t.generation, t.first_at
FROM (
    SELECT left(d.error_text, $1) AS text, d.generation, min(d.dead_lettered_at) AS first_at
    FROM wh_dead_letters AS d
    GROUP BY 1, 2
) AS t
