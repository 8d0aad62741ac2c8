//! v1 over its real routes, on a small catalog whose responses are known by heart. Routes that read a store are tested
//! over every kind of store.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test by panicking")]

mod agreement;
mod authentication_matrix;
mod bad_input;
mod client;
mod document;
mod failures;
mod golden;
mod leaving;
mod middleware;
mod reads;
mod records;
mod streaming;
