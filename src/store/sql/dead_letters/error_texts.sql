-- needs: wh_dead_letters
-- with: dead_letters/passing.sql
-- The different error texts of dead letters, for the signature that only the program can compute.
-- $17 length of the error text
SELECT DISTINCT left(d.error_text, $17) AS text FROM passing AS d WHERE d.error_text IS NOT NULL
