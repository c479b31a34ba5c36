-- Streams in which messages are being placed, so that two replays into one do not overlook each other. These
-- locks are our own: the service takes none of them. 1024 of them serve all streams.
-- $1 streams
SELECT pg_advisory_xact_lock(hashtext('whizbang_operator.replay'), lane.number)
FROM (
    SELECT DISTINCT hashtext(stream.id::text) & 1023 AS number
    FROM unnest($1::uuid[]) AS stream (id)
    ORDER BY number
) AS lane
