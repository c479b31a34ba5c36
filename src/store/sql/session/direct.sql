-- Whether the setting that the session was opened with arrived: no pooler stands between.
SELECT current_setting('whizbang.direct', true) = 'yes' AS direct
