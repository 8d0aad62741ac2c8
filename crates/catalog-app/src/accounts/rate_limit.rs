//! How often one source may log in or register: `docs/contract.md#login-limits`.

mod attempt_limits;
mod layered_limiter;
mod memory_limiter;
mod recent_sources;

pub use attempt_limits::AttemptLimits;
pub use layered_limiter::LayeredLimiter;
pub use memory_limiter::MemoryLimiter;
