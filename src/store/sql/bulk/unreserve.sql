-- needs: wh_dead_letters, whizbang_operator
-- Gives members' dead letters back what they were before they were reserved; those that somebody decided about since stay
-- as they are.
-- $1 operation  $2 these ordinals (null: as many as the limit says)  $3 limit
WITH mine AS MATERIALIZED (
    SELECT m.ordinal, m.id, m.reserved
    FROM whizbang_operator.members AS m
    WHERE m.operation_id = $1 AND m.reserved IS NOT NULL AND ($2::int[] IS NULL OR m.ordinal = ANY ($2))
    ORDER BY m.ordinal
    LIMIT $3
    FOR UPDATE
), given_back AS (
    UPDATE wh_dead_letters AS d SET
        recovery_status = (m.reserved ->> 'recovery_status')::int,
        operator_disposition = (m.reserved ->> 'operator_disposition')::int,
        next_recovery_at = (m.reserved ->> 'next_recovery_at')::timestamptz,
        operator_actor = m.reserved ->> 'operator_actor',
        operator_notes = m.reserved ->> 'operator_notes'
    FROM mine AS m
    WHERE d.dead_letter_id = m.id AND d.recovered_at IS NULL AND d.recovery_status = 2 AND d.operator_disposition = 2
      AND d.operator_notes IS NOT DISTINCT FROM m.reserved ->> 'notes_since'
    RETURNING d.dead_letter_id
), forgotten AS (
    UPDATE whizbang_operator.members AS m SET reserved = NULL
    FROM mine
    WHERE m.operation_id = $1 AND m.ordinal = mine.ordinal
    RETURNING m.ordinal
)
SELECT (SELECT max(f.ordinal) FROM forgotten AS f) AS last, (SELECT count(*) FROM given_back) AS changed
