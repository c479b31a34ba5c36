-- The schema chosen before.
DO $$
BEGIN
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', current_setting('whizbang.schema'));
END $$
