-- needs: whizbang_operator
-- The migrations that were applied, in their order.
SELECT version, description, success, checksum, installed_on
FROM whizbang_operator._sqlx_migrations
ORDER BY version
