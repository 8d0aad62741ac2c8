//! The pages for administrators.

mod accounts;
mod attention;
mod authorization;
mod imports;
mod look;
mod mail;
mod readers;
mod requests;
mod seeing;
mod status;
mod v1_usage;
