-- needs: wh_dead_letters, whizbang_operator
-- Makes dead letters anew that the service has deleted since they were replayed (facts §6.11); gives their items.
-- $1 operation  $2 ordinals of its items
WITH made AS (
    INSERT INTO wh_dead_letters
    SELECT row.*
    FROM whizbang_operator.items AS i
    CROSS JOIN LATERAL jsonb_populate_record(NULL::wh_dead_letters, i.before
        || CASE WHEN i.before -> 'envelope' = 'null' THEN '{"envelope": {}}'::jsonb ELSE '{}' END
        || CASE WHEN i.before -> 'metadata' = 'null' THEN '{"metadata": {}}'::jsonb ELSE '{}' END
    ) AS row
    WHERE i.operation_id = $1 AND i.ordinal = ANY ($2)
    ON CONFLICT DO NOTHING
    RETURNING dead_letter_id
)
SELECT i.ordinal
FROM made
JOIN whizbang_operator.items AS i
  ON i.operation_id = $1 AND i.ordinal = ANY ($2) AND i.dead_letter_id = made.dead_letter_id
