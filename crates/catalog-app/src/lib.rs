//! The application: what can be done with the catalog and its accounts, and what is in memory for it. It knows ports
//! and values of the domain, and neither HTTP nor an adapter.

pub mod accounts;
pub mod catalog;
pub mod feed;
pub mod runtime;
mod service_failure;
pub mod text;

pub use service_failure::{ServiceFailure, causes};
