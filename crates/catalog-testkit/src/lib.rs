//! For tests only: a fixed clock, short builders, and with features throwaway databases (`postgres`) and stores in
//! them and in files (`stores`), a check of answers against their document (`openapi`), an application with its HTTP
//! state (`app`), the routes of every interface over it with the usual catalog and users (`service`), random catalogs
//! and histories (`random`), the server as a process with clients (`process`).
//!
//! Whatever cannot do its work panics, and so fails the test that called it.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "nothing but tests calls this crate, and a test fails by panicking"
)]

#[cfg(feature = "app")]
pub mod app;
pub mod builders;
#[cfg(feature = "openapi")]
mod documented_requests;
#[cfg(feature = "openapi")]
mod documented_responses;
mod fixed_clock;
pub mod forged_token;
mod frozen;
mod import_run;
pub mod jobs;
mod loopback;
pub mod mail_server;
pub mod measure;
mod observed_details;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "process")]
pub mod process;
pub mod process_info;
pub mod program;
#[cfg(feature = "random")]
pub mod random_catalog;
#[cfg(feature = "random")]
pub mod random_history;
#[cfg(feature = "service")]
pub mod service;
mod test_response;
#[cfg(feature = "stores")]
mod test_store;
pub mod thread_log;
#[cfg(feature = "service")]
pub mod usual;

#[cfg(feature = "openapi")]
pub use documented_requests::{DocumentedOperation, check_listed, check_stored};
#[cfg(feature = "openapi")]
pub use documented_responses::DocumentedResponses;
pub use fixed_clock::FixedClock;
pub use frozen::Frozen;
pub use import_run::ImportRun;
pub use loopback::own_loopback_address;
pub use observed_details::{DetailsRead, ObservedDetails};
pub use test_response::TestResponse;
#[cfg(feature = "stores")]
pub use test_store::{StoreFiles, TestStore, open_store};

use catalog_domain::accounts::Account;
use catalog_domain::ports::{
    AccountFilter, AccountHistory, AccountList, AccountSource, AccountStore, ApiKeyStore, CatalogSource, ChangeLog,
    ChangeLogBounds, ChangeRetention, ExportSource, ImportHistory, ImportStore, InvitationStore, JobBytes, JobStore,
    ProductDetails, RecordedChanges, Registrations, SessionStore, StoreSettings, V1UsageStore, VisibilityLookup,
};
use std::sync::Barrier;
use std::thread;

macro_rules! any_store {
    ($($port:ident)+) => {
        /// A store with all its ports, on any engine.
        pub trait AnyStore: $($port +)+ {}

        impl<S: $($port +)+> AnyStore for S {}
    };
}

any_store! {
    CatalogSource ImportStore ImportHistory JobStore JobBytes AccountStore AccountList AccountHistory AccountSource Registrations
    InvitationStore ApiKeyStore SessionStore StoreSettings ChangeLog ChangeLogBounds ChangeRetention RecordedChanges ProductDetails
    V1UsageStore VisibilityLookup ExportSource
}

/// Every account of a store, by id.
pub fn all_accounts(store: &(impl AccountList + ?Sized)) -> Vec<Account> {
    store.list_page(AccountFilter::default(), 0, u32::MAX).unwrap().accounts
}

/// What so many callers get who call at the same time, each with its number.
pub fn at_once<T: Send>(callers: u8, call: impl Fn(u8) -> T + Sync) -> Vec<T> {
    let (call, barrier) = (&call, &Barrier::new(callers.into()));
    thread::scope(|scope| {
        let call_at_once = move |caller| {
            barrier.wait();
            call(caller)
        };
        let started: Vec<_> = (0..callers).map(|caller| scope.spawn(move || call_at_once(caller))).collect();
        started.into_iter().map(|caller| caller.join().unwrap()).collect()
    })
}
