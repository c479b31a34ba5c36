-- needs: wh_active_streams, wh_inbox
-- lacks: wh_dead_letters
-- What is known of a stream apart from its rows; sent together with its lanes.
-- $1 stream
SELECT
    EXISTS (SELECT FROM wh_active_streams AS a WHERE a.stream_id = $1) AS is_stream,
    0::bigint AS dead_letters,
    false AS any_dead_letter,
    pg_relation_size('wh_inbox') > 2000 * current_setting('block_size')::bigint AS large_inbox
