-- needs: wh_dead_letters
-- with: dead_letters/passing.sql
-- Dead letters whole, as lines of JSON, oldest first: as many as have room, and one at the least.
-- $17 after this id  $18 limit  $19 bytes of lines
-- $20 whether the error text is needed, for the signature  $21 its length
SELECT p.id, p.line, p.error
FROM (
    SELECT l.*, sum(octet_length(l.line)) OVER (ORDER BY l.id ROWS UNBOUNDED PRECEDING) - octet_length(l.line) AS before
    FROM (
        SELECT d.dead_letter_id AS id, row_to_json(d)::text AS line, CASE WHEN $20 THEN left(d.error_text, $21) END AS error
        FROM passing AS d
        WHERE $17::uuid IS NULL OR d.dead_letter_id > $17
        ORDER BY d.dead_letter_id
        LIMIT $18
    ) AS l
) AS p
WHERE p.before < $19
ORDER BY p.id
