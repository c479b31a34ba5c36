-- needs: wh_dead_letters, whizbang_operator
-- Holds the dead letters among the next members, over deploys too, and keeps with the members what they were. Left alone
-- are those that are held like that, given up, recovered, being recovered, or locked.
-- $1 operation  $2 from this ordinal on  $3 members at the most  $4 actor  $5 text of the note
WITH next AS MATERIALIZED (
    SELECT m.ordinal, m.id
    FROM whizbang_operator.members AS m
    WHERE m.operation_id = $1 AND m.ordinal >= $2
    ORDER BY m.ordinal
    LIMIT $3
    FOR UPDATE SKIP LOCKED
), found AS MATERIALIZED (
    SELECT n.ordinal, d.dead_letter_id, d.recovery_status, d.operator_disposition, d.next_recovery_at, d.operator_actor,
           d.operator_notes
    FROM next AS n
    JOIN wh_dead_letters AS d ON d.dead_letter_id = n.id
    WHERE d.recovered_at IS NULL AND d.recovery_status IN (0, 2) AND d.operator_disposition IN (0, 1, 2)
      AND (d.recovery_status, d.operator_disposition) <> (2, 2)
    FOR UPDATE OF d SKIP LOCKED
), held AS (
    UPDATE wh_dead_letters AS d SET
        recovery_status = 2,
        operator_disposition = 2,
        operator_actor = $4,
        operator_notes = coalesce(d.operator_notes || E'\n', '')
            || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || $4 || ': ' || $5
    FROM found AS f
    WHERE d.dead_letter_id = f.dead_letter_id
    RETURNING d.dead_letter_id, d.operator_notes AS notes
), kept AS (
    UPDATE whizbang_operator.members AS m SET reserved = to_jsonb(f) || jsonb_build_object('notes_since', h.notes)
    FROM found AS f
    JOIN held AS h ON h.dead_letter_id = f.dead_letter_id
    WHERE m.operation_id = $1 AND m.ordinal = f.ordinal
    RETURNING 1
)
SELECT (SELECT max(n.ordinal) FROM next AS n) AS last, (SELECT count(*) FROM kept) AS changed
