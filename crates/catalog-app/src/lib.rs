//! The application: what can be done with the catalog and its accounts, and what is in memory for it. It knows ports
//! and values of the domain, and neither HTTP nor an adapter.
//!
//! [`App`] has one field for each use case. Adapters call its methods; a server makes each with its ports.

pub mod accounts;
mod app;
pub mod callers;
pub mod catalog;
pub mod feed;
mod histogram;
pub mod imports;
mod per_thread;
pub mod pruning;
pub mod readers;
pub mod refresh;
pub mod runtime;
mod service_failure;
mod snapshot;
pub mod text;
#[cfg_attr(not(feature = "v1"), path = "without_v1_usage.rs")]
pub mod v1_usage;

pub use app::App;
pub use histogram::Histogram;
pub use service_failure::{ServiceFailure, causes};
pub use snapshot::{AppSnapshot, CatalogSnapshot, FeedSnapshot};
