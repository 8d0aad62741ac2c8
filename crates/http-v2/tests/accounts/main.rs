//! Accounts over the real routes: who gets in, who does not, and who decides about it. Every test runs over the store
//! in memory, over SQLite and over PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test by panicking")]

mod audit_log;
mod authentication_matrix;
mod client;
mod invitations;
mod limits;
mod logins;
mod registration;
mod test_service;
mod users;
