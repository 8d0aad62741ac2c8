//! The v1 HTTP interface: what clients of the predecessor call, kept as they know it.
//!
//! This crate translates and decides nothing: the rules are the domain's, shared with every other interface, and none of
//! what is peculiar to v1 leaves this crate. It never uses another HTTP adapter.
//!
//! Where to look: [`configure`] has the routes; `old_params` reads requests; `old_shapes` are the JSON shapes;
//! `old_error` is the table of errors; `products` writes lists of products, long ones piece by piece; one endpoint is
//! one file in `endpoints`, named like its function and its `operationId`.

mod endpoints;
mod kept_answer;
mod old_envelope;
mod old_error;
mod old_params;
mod old_request;
mod old_shapes;
mod openapi;
mod products;
mod routes;
mod section_choice;
mod surroundings;

pub use old_shapes::BASE_FIELDS;
pub use old_shapes::BaseField;
pub use openapi::openapi;
pub use routes::configure;
