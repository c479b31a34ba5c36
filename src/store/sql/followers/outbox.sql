-- needs: wh_outbox
-- Waiting rows of these streams, in their order, as idx_outbox_stream_run has them where it exists. Those that wait for
-- coalescing stand in no line: nothing claims them, and they block nothing (facts §6.16). "blocks": keeps later rows
-- from being claimed; "due": may be claimed itself as far as its own schedule and lease go (facts §4).
-- $1 streams  $2 most rows  $3 rows of one moment are ordered by their ids (era D)
SELECT line.message_id, line.stream_id, NULL::text AS perspective_name,
       rank() OVER (
           PARTITION BY line.stream_id
           ORDER BY line.created_at, CASE WHEN $3 THEN line.message_id END
       ) AS place,
       true AS waiting, line.later AS blocks, NOT line.later AND NOT line.leased AS due
FROM (SELECT NULL::text AS coalesce_group) AS absent
CROSS JOIN LATERAL (
    SELECT w.message_id, w.stream_id, w.created_at, coalesce(w.scheduled_for > now(), false) AS later,
           w.instance_id IS NOT NULL AND coalesce(w.lease_expiry >= now(), true) AS leased
    FROM wh_outbox AS w
    WHERE w.stream_id = ANY ($1) AND w.processed_at IS NULL AND w.published_at IS NULL AND coalesce_group IS NULL
    LIMIT $2
) AS line
