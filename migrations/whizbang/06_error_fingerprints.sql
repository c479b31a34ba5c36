-- Which dead letters died of the same error (facts §1.10 and §3.1, era C).

CREATE FUNCTION current_dead_letter_fingerprint_version()
RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path FROM CURRENT
AS $$ SELECT 1::smallint $$;

-- The first capitalised identifier of line 1 and the first three frames that are neither
-- the framework's nor the library's own. All texts with one such identifier and no frames
-- share one value, whatever else they say.
CREATE FUNCTION compute_dead_letter_fingerprint(p_error_text text)
RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path FROM CURRENT
AS $$
    WITH lines AS (
        SELECT line.content, line.number
        FROM string_to_table(p_error_text, E'\n') WITH ORDINALITY AS line (content, number)
    ), frames AS (
        SELECT btrim(substring(lines.content FROM '^\s+at ([^(\r]+)')) AS frame, lines.number
        FROM lines
        WHERE lines.number > 1 AND lines.content ~ '^\s+at '
    ), kept AS (
        SELECT frames.frame, frames.number
        FROM frames
        WHERE frames.frame !~ '^(Microsoft|System|Npgsql|Whizbang\.Core\.(Workers|Messaging\.Internal))\.'
        ORDER BY frames.number
        LIMIT 3
    ), parts AS (
        SELECT 0 AS number,
               substring(lines.content FROM '\m[A-Z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*') AS part
        FROM lines
        WHERE lines.number = 1
        UNION ALL
        SELECT kept.number, kept.frame FROM kept
    )
    SELECT left(encode(sha256(convert_to(
        COALESCE(string_agg(parts.part, ':' ORDER BY parts.number), ''), 'UTF8')), 'hex'), 16)
    FROM parts
$$;

-- Clusters that have no rows any more keep their last count: the rollup only grows.
CREATE FUNCTION aggregate_dead_letters()
RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
    UPDATE wh_dead_letters d
    SET error_fingerprint = compute_dead_letter_fingerprint(d.error_text),
        error_fingerprint_version = current_dead_letter_fingerprint_version()
    WHERE d.error_text IS NOT NULL
      AND d.error_fingerprint_version IS DISTINCT FROM current_dead_letter_fingerprint_version();

    INSERT INTO wh_dead_letter_summary AS s (
        error_fingerprint, source_table, message_type,
        occurrence_count, first_seen_at, last_seen_at, sample_error_text)
    SELECT d.error_fingerprint, d.source_table, d.message_type,
           count(*), min(d.dead_lettered_at), max(d.dead_lettered_at),
           (array_agg(d.error_text ORDER BY d.dead_lettered_at DESC, d.dead_letter_id))[1]
    FROM wh_dead_letters d
    WHERE d.error_fingerprint IS NOT NULL AND d.error_text IS NOT NULL
    GROUP BY d.error_fingerprint, d.source_table, d.message_type
    ON CONFLICT (error_fingerprint, source_table, message_type) DO UPDATE
    SET occurrence_count = excluded.occurrence_count,
        first_seen_at = LEAST(s.first_seen_at, excluded.first_seen_at),
        last_seen_at = GREATEST(s.last_seen_at, excluded.last_seen_at),
        sample_error_text = excluded.sample_error_text;
END
$$;
