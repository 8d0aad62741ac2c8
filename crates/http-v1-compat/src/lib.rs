//! The v1 HTTP interface: compatible with the clients of the predecessor.
//!
//! This crate translates and decides nothing: the rules are the domain's, shared with every other interface, and the
//! peculiarities of v1 stay in this crate. It never uses another HTTP adapter.
//!
//! Where to look: [`configure`] has the routes; `params` reads requests; `bodies` are the JSON bodies;
//! `v1_error` is the table of errors; `products` writes lists of products, long ones in chunks; one endpoint is one
//! file in `endpoints`, named like its function and its `operationId`.

mod bodies;
mod endpoints;
mod middleware;
mod openapi;
mod params;
mod products;
mod requested_sections;
mod routes;
mod schemas;
mod settings;
mod v1_envelope;
mod v1_error;
mod v1_request;

pub use bodies::BASE_FIELDS;
pub use bodies::BaseField;
pub use openapi::openapi;
pub use routes::configure;
pub use settings::{DEPRECATED_SINCE, V1Settings};
