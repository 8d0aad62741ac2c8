//! For tests only: a clock that stands still, short builders, a store in memory, the contract suite that every store must
//! pass, and (with the feature `postgres`) throwaway PostgreSQL databases.
//!
//! A test of a store says `store_contract_tests!(with_store);`, where `with_store` gives its argument a fresh store.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "nothing but tests calls this crate, and a test fails by panicking"
)]

pub mod builders;
pub mod contract;
pub mod forgery;
mod import_run;
mod memory_store;
#[cfg(feature = "postgres")]
pub mod postgres;
mod standing_clock;
pub mod thread_log;

pub use import_run::ImportRun;
pub use memory_store::MemoryStore;
pub use standing_clock::StandingClock;

use catalog_domain::ports::{
    AccountStore, CatalogSource, ChangeLog, ChangeLogBounds, ChangeRetention, ImportStore, ProductDetails,
    StoreSettings,
};

/// A store with all its ports, whatever it is made of.
pub trait AnyStore:
    CatalogSource
    + ImportStore
    + AccountStore
    + StoreSettings
    + ChangeLog
    + ChangeLogBounds
    + ChangeRetention
    + ProductDetails
{
}

impl<S> AnyStore for S where
    S: CatalogSource
        + ImportStore
        + AccountStore
        + StoreSettings
        + ChangeLog
        + ChangeLogBounds
        + ChangeRetention
        + ProductDetails
{
}
