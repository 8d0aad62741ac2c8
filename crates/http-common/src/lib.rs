//! Shared parts of the HTTP adapters: authentication, envelopes, request ids, text forms and the move to blocking
//! threads.
//!
//! Nothing here knows a route, a body or an error name: those belong to the adapters.

pub mod auth;
pub mod cache;
pub mod catalog;
pub mod feed;
pub mod json;
pub mod request;
pub mod response;
pub mod runtime;
mod service_failure;
mod services;

pub use service_failure::ServiceFailure;
pub use services::Services;
