-- Whether an item was taken back already is asked for each item that is to be.
CREATE INDEX operations_undo_idx ON operations ((parameters ->> 'operation')) WHERE action = 'undo';
