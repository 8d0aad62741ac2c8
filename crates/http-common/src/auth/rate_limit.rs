//! How often one source may log in or register, and which source a request comes from: `docs/contract.md#login-limits`.

mod attempt_limits;
mod client_source;
mod trusted_proxies;

pub use attempt_limits::AttemptLimits;
pub use trusted_proxies::{TrustedProxies, TrustedProxiesError};
