-- needs: wh_schema_versions
-- The application that last migrated the schema (facts §0), where no dead letter tells.
SELECT v.application_version::text AS generation FROM wh_schema_versions AS v
WHERE v.application_version IS NOT NULL ORDER BY v.id DESC LIMIT 1
