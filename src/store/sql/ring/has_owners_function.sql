-- Whether the service can ring the owners of streams by itself (facts §5); era A may not.
SELECT to_regprocedure('notify_instance_owners(text, uuid[])') IS NOT NULL AS here
