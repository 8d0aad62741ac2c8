//! Accounts over the real routes: logins, refusals, and administrators' decisions. Every test runs over the store in
//! memory, over SQLite and over PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test by panicking")]

mod audit_log;
mod authentication_matrix;
mod client;
mod import_bodies;
mod import_jobs;
mod imports;
mod invitations;
mod key_forms;
mod keys;
mod limits;
mod logins;
mod mail;
mod oauth;
mod registration;
mod test_service;
mod users;
