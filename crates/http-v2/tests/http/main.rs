//! v2 over its real routes, on a small catalog whose every answer can be told by heart.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test by panicking")]

mod authorization;
mod client;
mod errors;
mod fixture;
mod parameters;
mod products;
mod sections;
