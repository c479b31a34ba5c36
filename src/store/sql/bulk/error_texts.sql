-- needs: wh_dead_letters
-- The different error texts of dead letters, for the signature that only the program can compute.
-- $1 length of the error text
SELECT DISTINCT left(d.error_text, $1) AS text FROM wh_dead_letters AS d WHERE d.error_text IS NOT NULL
