//! Shared parts of the HTTP adapters: authentication, envelopes, request ids, text forms and the move to blocking
//! threads.
//!
//! Nothing here knows a route. Bodies and error names belong to the adapters, except those that all of them share.

pub mod auth;
pub mod cache;
pub mod catalog;
pub mod feed;
pub mod json;
pub mod params;
pub mod request;
mod request_error;
pub mod response;
pub mod runtime;
mod service_failure;
mod services;

pub use request_error::RequestError;
pub use service_failure::{PublicError, ServiceFailure};
pub use services::Services;
