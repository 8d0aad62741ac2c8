//! The domain's storage ports over Diesel: SQLite and PostgreSQL
