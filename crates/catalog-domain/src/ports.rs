//! The ports: what the domain and the adapters that drive it need from the outside. One small trait per need.
//!
//! All ports are synchronous: callers on an async thread move to a blocking one first. With the feature `mocks` every
//! port has a `Mock...` made by `mockall`.

mod account_history;
mod account_list;
mod account_source;
pub(crate) mod account_store;
mod attempt_limiter;
mod catalog_source;
pub(crate) mod change_log;
pub(crate) mod change_log_bounds;
pub(crate) mod credentials;
mod export_source;
mod import_history;
mod import_jobs;
mod import_store;
pub(crate) mod invitation_store;
pub(crate) mod key_store;
mod mailer;
mod product_details;
mod registrations;
mod session_store;
pub(crate) mod store_error;
mod store_settings;
#[cfg(feature = "v1")]
mod v1_usage;
mod visibility_lookup;

pub use account_history::*;
pub use account_list::*;
pub use account_source::*;
pub use account_store::*;
pub use attempt_limiter::*;
pub use catalog_source::*;
pub use change_log::*;
pub use change_log_bounds::*;
pub use credentials::*;
pub use export_source::*;
pub use import_history::*;
pub use import_jobs::*;
pub use import_store::*;
pub use invitation_store::*;
pub use key_store::*;
pub use mailer::*;
pub use product_details::*;
pub use registrations::*;
pub use session_store::*;
pub use store_error::*;
pub use store_settings::*;
#[cfg(feature = "v1")]
pub use v1_usage::*;
pub use visibility_lookup::*;

/// An import and the on-demand reads use the same values.
pub use crate::products::parts::{FeatureValue, Photo, ProductParts, Seo};
