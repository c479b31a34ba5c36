-- with: work_rows/passing_*.sql
-- The different error texts of one work table, for the signature that only the program can compute.
-- $17 length of the error text
SELECT DISTINCT left(p.error, $17) AS text FROM passing AS p WHERE p.error IS NOT NULL
