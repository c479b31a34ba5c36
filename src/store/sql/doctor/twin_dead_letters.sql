-- needs: wh_dead_letters, public.wh_dead_letters
-- Dead letters that are in the service's schema and in public (facts §0, migration 105).
SELECT count(*) AS twins,
       count(*) FILTER (WHERE twin.recovered_at IS NULL) AS unrecovered_in_public
FROM wh_dead_letters AS d
JOIN public.wh_dead_letters AS twin USING (dead_letter_id)
