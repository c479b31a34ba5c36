-- needs: wh_active_streams
-- Whether there is a stream that none of the live instances owns: ringing its owner would wake nobody.
-- $1 streams  $2 live instances
SELECT EXISTS (
    SELECT FROM unnest($1::uuid[]) AS asked (id)
    WHERE NOT EXISTS (
        SELECT FROM wh_active_streams AS a
        WHERE a.stream_id = asked.id AND a.assigned_instance_id = ANY ($2::uuid[])
    )
) AS here
