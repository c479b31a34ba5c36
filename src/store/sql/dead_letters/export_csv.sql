-- needs: wh_dead_letters
-- with: dead_letters/passing.sql
-- Dead letters whole, as the texts of their columns, oldest first: as many as have room, and one at the least.
-- $17 after this id  $18 limit  $19 bytes of texts
-- $20 whether the error text is needed, for the signature  $21 its length
SELECT p.id, p.fields, p.error
FROM (
    SELECT l.*, sum(l.bytes) OVER (ORDER BY l.id ROWS UNBOUNDED PRECEDING) - l.bytes AS before
    FROM (
        SELECT d.dead_letter_id AS id, f.fields, f.bytes, CASE WHEN $20 THEN left(d.error_text, $21) END AS error
        FROM passing AS d
        CROSS JOIN LATERAL (
            SELECT array_agg(t.value ORDER BY t.ordinal) AS fields, sum(octet_length(t.value)) AS bytes
            FROM json_each_text(row_to_json(d)) WITH ORDINALITY AS t (key, value, ordinal)
        ) AS f
        WHERE $17::uuid IS NULL OR d.dead_letter_id > $17
        ORDER BY d.dead_letter_id
        LIMIT $18
    ) AS l
) AS p
WHERE p.before < $19
ORDER BY p.id
