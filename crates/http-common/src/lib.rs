//! Shared parts of the HTTP adapters: authentication, envelopes, request ids and text forms.
//!
//! Nothing here knows a route. Bodies and error names belong to the adapters, except those that all of them share.

pub mod auth;
pub mod cache;
pub mod json;
pub mod params;
pub mod pipeline;
mod public_error;
pub mod request;
mod request_error;
pub mod response;
mod state;

pub use public_error::PublicError;
pub use request_error::RequestError;
pub use state::HttpState;
