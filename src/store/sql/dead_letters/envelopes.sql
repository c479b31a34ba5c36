-- needs: wh_dead_letters
-- The bodies as they are stored, as text: whoever shows them must not write them anew.
-- $1 dead letters
SELECT d.dead_letter_id AS id, d.envelope::text AS body, d.metadata::text AS metadata, NULL::text AS scope
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
