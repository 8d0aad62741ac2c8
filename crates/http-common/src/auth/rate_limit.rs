//! Which source a request comes from: `docs/contract.md#login-limits`.

mod client_source;
mod trusted_proxies;

pub(crate) use client_source::client_source;
pub use trusted_proxies::{TrustedProxies, TrustedProxiesError};
