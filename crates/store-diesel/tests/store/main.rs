//! The store on both engines: the contract of its ports, opening, and failures.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod attempts;
mod contract;
mod erasure;
mod failures;
mod final_copies;
mod import_lease;
mod large_catalog;
mod last_run;
mod moves;
mod opening;
mod slow_statements;
mod spool_folder;
mod standby;
mod support;
mod texts;
mod versions;
