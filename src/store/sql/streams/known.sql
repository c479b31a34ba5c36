-- needs: wh_dead_letters, wh_active_streams, wh_inbox
-- What is known of a stream apart from its rows; sent together with its lanes.
-- $1 stream
SELECT
    EXISTS (SELECT FROM wh_active_streams AS a WHERE a.stream_id = $1)
        OR dead.count > 0 AS is_stream,
    dead.unrecovered AS dead_letters,
    EXISTS (SELECT FROM wh_dead_letters) AS any_dead_letter,
    pg_relation_size('wh_inbox') > 2000 * current_setting('block_size')::bigint AS large_inbox
FROM (
    SELECT count(*) AS count, count(*) FILTER (WHERE d.recovered_at IS NULL) AS unrecovered
    FROM wh_dead_letters AS d
    WHERE d.stream_id = $1
) AS dead
