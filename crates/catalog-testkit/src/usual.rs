//! The usual catalog, its change log and its users: small, and known by heart. Tests of the HTTP adapters are about
//! them.

mod catalog;
mod fixture;
mod log;
mod parts;
mod sessions;
mod users;

pub use catalog::{ADMINISTRATORS_AMOUNTS, usual_facts, usual_import, usual_section};
pub use fixture::{Fixture, usual_catalog_at};
pub use log::{feed_of, fixture_over, log, logs, run, upsert};
pub use users::{PASSWORD, TestUser, add_users, add_usual_users};

use catalog_domain::values::Timestamp;

/// 2026-01-31T10:00:00Z.
pub const NOW: Timestamp = Timestamp::from_unix_microseconds(1_769_853_600_000_000);
