-- needs: wh_settings
-- For how many days an inbox row that nobody leases is kept (facts §6.11).
SELECT s.setting_value::int AS days FROM wh_settings AS s
WHERE s.setting_key = 'stuck_inbox_retention_days' AND s.setting_value ~ '^[0-9]{1,6}$'
