//! The rate limits of a server.

use super::memory_limiter::MemoryLimiter;
use catalog_domain::accounts::AttemptLimit;
use catalog_domain::ports::AttemptLimiter;
use std::sync::Arc;

/// Counts attempts.
#[derive(Clone)]
pub struct AttemptLimits {
    /// Counts every password check, whichever route it comes from.
    pub logins: Arc<dyn AttemptLimiter>,
    /// Counts wrong keys.
    pub keys: Arc<dyn AttemptLimiter>,
    /// Counts requests for access.
    pub registrations: Arc<dyn AttemptLimiter>,
    /// Counts requests for a new password.
    pub password_requests: Arc<dyn AttemptLimiter>,
}

impl AttemptLimits {
    /// Logins per minute and source, unless set otherwise (`docs/contract.md#login-limits`).
    const DEFAULT_LOGINS_PER_MINUTE: u32 = 10;
    /// Registrations, and requests for a new password, per minute and source.
    pub const REGISTRATIONS_PER_MINUTE: u32 = 10;

    /// Limits of this process alone.
    pub fn in_memory(logins_per_minute: u32) -> Self {
        let limiter = |attempts| Arc::new(MemoryLimiter::new(AttemptLimit::per_minute(attempts)));
        Self {
            logins: limiter(logins_per_minute),
            keys: limiter(logins_per_minute),
            registrations: limiter(Self::REGISTRATIONS_PER_MINUTE),
            password_requests: limiter(Self::REGISTRATIONS_PER_MINUTE),
        }
    }
}

impl Default for AttemptLimits {
    fn default() -> Self {
        Self::in_memory(Self::DEFAULT_LOGINS_PER_MINUTE)
    }
}
