//! How often one source may log in or register: `docs/contract.md#login-limits`.

mod layered_limiter;
mod memory_limiter;
mod recent_sources;

pub use layered_limiter::LayeredLimiter;
pub use memory_limiter::MemoryLimiter;
