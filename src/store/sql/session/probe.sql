-- What the service schemas of this database have; sent along with BEGIN, so it takes no parameters.
-- Every relation that the program adapts to is named: each more costs a look at its columns. "operations" and "items"
-- tell of our own schema; asking to_regclass would be an error for a role that may not use it.
-- Kept to two catalogs and no join: a new backend has to load all it touches.
SELECT c.relnamespace::pg_catalog.regnamespace::text AS schema, c.relname::text AS relation,
       -- A schema that may not be used is passed over in the search of names, as if nothing were there.
       pg_catalog.has_schema_privilege(c.relnamespace, 'USAGE') AS usable,
       -- Whether our own records may be read; for the service's tables the statements themselves tell.
       c.relname = ANY ('{operations,items}'::name[]) AND pg_catalog.has_table_privilege(c.oid, 'SELECT') AS readable,
       ARRAY(
           SELECT a.attname
           FROM pg_catalog.pg_attribute AS a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       ) AS columns
FROM pg_catalog.pg_class AS c
WHERE c.relname = ANY ('{
    wh_outbox, wh_inbox, wh_inbox_state, wh_perspective_events, wh_perspective_cursors, wh_active_streams,
    wh_dead_letters, wh_dlq_probe_campaigns, wh_stack_frames, wh_stack_links, wh_event_store, wh_event_body,
    wh_message_deduplication, wh_message_associations, wh_receptor_processing, wh_schedules, wh_schedule_runs,
    wh_service_instances, wh_instance_evictions, wh_service_config, wh_settings, wh_schema_versions,
    operations, items, members, idx_outbox_stream_run
}'::name[]);
