-- needs: function notify_instance_owners
-- Rings the owner of each stream when the transaction commits.
-- $1 payload  $2 streams
SELECT notify_instance_owners($1, $2::uuid[])
