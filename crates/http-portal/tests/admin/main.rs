//! The pages for administrators, through the real routes and over every kind of store.

#![cfg(test)]

mod accounts;
mod authorization;
mod browser;
mod fixture;
mod imports;
mod requests;
mod status;
mod v1_usage;
