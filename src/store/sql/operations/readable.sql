-- Whether this role may read the records of operations.
SELECT has_schema_privilege('whizbang_operator', 'USAGE')
       AND has_table_privilege('whizbang_operator.operations', 'SELECT')
       AND has_table_privilege('whizbang_operator.items', 'SELECT') AS readable
