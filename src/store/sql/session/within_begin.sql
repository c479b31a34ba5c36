SAVEPOINT within; SET LOCAL statement_timeout = '500ms'
