//! The portal over its real routes. What depends on a store runs over SQLite and PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test by panicking")]

mod access;
mod admin;
mod browser;
mod catalog;
mod downloads;
mod first_page;
mod forms;
mod help;
mod home;
mod keys;
mod languages;
mod passwords;
mod price_lists;
mod registration;
mod sessions;
mod test_portal;
mod texts;
