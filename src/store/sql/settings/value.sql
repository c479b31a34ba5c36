-- needs: wh_settings
-- $1 key
SELECT s.setting_value AS value FROM wh_settings AS s WHERE s.setting_key = $1
