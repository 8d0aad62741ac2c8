//! The v2 HTTP interface: routes, parameters, bodies and errors.
//!
//! A handler reads checked parameters, calls the domain once and maps the result to a body; it decides nothing. One
//! endpoint is one file, named like its function and its `operationId`: it has the address, the parameters, the errors,
//! the documentation and the handler, and its folder lists it.
//!
//! Where to look: `endpoint` is what a file declares, [`configure`] makes routes of it and [`openapi()`] the document;
//! `extract` authenticates callers and reads requests; `params` turns text
//! into domain values; `bodies` are the JSON bodies; `api_error` is the one table of errors.

mod api_error;
mod auth;
mod bodies;
mod changes;
mod check_stream;
mod documentation;
mod endpoint;
mod extract;
mod file_stream;
mod find;
mod imports;
mod on_behalf;
mod openapi;
mod page_links;
mod params;
mod present_errors;
mod price_lists;
mod products;
mod response;
mod routes;
mod schemas;
mod sections;

pub use documentation::{ApiDocument, Documentation, PrefilledLogin, PrefilledLogins, configure_documentation};
pub use on_behalf::respond_on_behalf;
pub use openapi::{openapi, openapi_3_0};
pub use present_errors::internal_error;
pub use routes::{configure, get_resource, not_found};
