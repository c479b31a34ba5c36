-- needs: wh_dead_letters
-- Which of some ids are streams that dead letters are of, by the index of streams.
-- $1 ids
SELECT named.id, NULL::uuid AS related, NULL::text AS name
FROM unnest($1::uuid[]) AS named (id)
WHERE EXISTS (SELECT FROM wh_dead_letters AS d WHERE d.stream_id = named.id)
