//! v2 over its real routes, on a small catalog whose responses are known by heart. Routes that read a store are tested
//! over every kind of store.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test by panicking")]

mod authorization;
mod changes;
mod changes_bad_input;
mod changes_in_memory;
mod client;
mod conditional;
mod cursor_age;
mod digests;
mod document;
mod errors;
mod examples;
mod hidden_amounts;
mod middleware;
mod min_revision;
mod page_links;
mod parameters;
mod parts;
mod patterns;
mod price_list_links;
mod price_lists;
mod product_snapshots;
mod products;
mod request_limits;
mod search;
mod sections;
mod waiting;
