-- Created under the lock; a DBA's own CREATE SCHEMA may still come first.
CREATE SCHEMA IF NOT EXISTS whizbang_operator
