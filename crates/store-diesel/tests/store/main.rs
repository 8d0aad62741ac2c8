//! The store on both engines: the contract of its ports, how it opens, and how it behaves when something goes wrong.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail by panicking, as tests do")]

mod attempts;
mod contract;
mod failures;
mod large_catalog;
mod last_run;
mod opening;
mod slow_statements;
mod standby;
mod support;
mod texts;
