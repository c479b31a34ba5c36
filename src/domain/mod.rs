//! Pure rules; knows no database, no terminal.
