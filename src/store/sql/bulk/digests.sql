-- The md5 of texts.
-- $1 texts
SELECT md5(given.text) AS text FROM unnest($1::text[]) AS given (text)
