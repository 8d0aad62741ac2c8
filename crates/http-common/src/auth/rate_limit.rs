//! How often one source may log in or register, and which source a request comes from: `docs/contract.md#login-limits`.

mod attempt_limits;
mod client_source;
mod layered_limiter;
mod memory_limiter;
mod recent_sources;
mod trusted_proxies;

pub use attempt_limits::AttemptLimits;
pub use layered_limiter::LayeredLimiter;
pub use memory_limiter::MemoryLimiter;
pub use trusted_proxies::{TrustedProxies, TrustedProxiesError};
