-- needs: wh_message_associations
-- The message types that anybody handles.
SELECT DISTINCT a.message_type AS text FROM wh_message_associations AS a
