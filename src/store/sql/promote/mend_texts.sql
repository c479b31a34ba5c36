-- needs: wh_dead_letters, function compute_dead_letter_fingerprint, whizbang_operator
-- $1 operation  $2 dead letters
UPDATE wh_dead_letters AS d SET
    error_text = i.before ->> 'error',
    error_fingerprint = compute_dead_letter_fingerprint(i.before ->> 'error'),
    error_fingerprint_version = CASE
        WHEN compute_dead_letter_fingerprint(i.before ->> 'error') IS NOT NULL
        THEN current_dead_letter_fingerprint_version()
    END
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.message_id = d.source_id AND d.dead_letter_id = ANY ($2)
