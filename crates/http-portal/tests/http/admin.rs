//! The pages for administrators.

mod accounts;
mod authorization;
mod imports;
mod requests;
mod status;
mod v1_usage;
