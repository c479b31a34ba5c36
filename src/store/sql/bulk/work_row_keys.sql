-- with: work_rows/passing_*.sql
-- What `around` makes members of: the rows of one work table.
-- around: bulk/choose_work_rows.sql
-- $18 md5 of the error texts that have the signature (null: any)  $19 length of the error text
SELECT p.source_table, p.message_id, p.stream_id, p.created_at
FROM passing AS p
WHERE $18::text[] IS NULL OR md5(left(p.error, $19)) = ANY ($18)
