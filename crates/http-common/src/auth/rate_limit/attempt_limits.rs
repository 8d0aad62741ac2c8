//! The rate limits of a server.

use super::client_source::client_source;
use super::trusted_proxies::TrustedProxies;
use actix_web::HttpRequest;
use catalog_app::accounts::MemoryLimiter;
use catalog_domain::accounts::{AttemptLimit, AttemptSource};
use catalog_domain::ports::AttemptLimiter;
use std::fmt;
use std::sync::Arc;

/// Counts attempts, and determines their sources.
#[derive(Clone)]
pub struct AttemptLimits {
    /// Counts every password check, whichever route it comes from.
    pub logins: Arc<dyn AttemptLimiter>,
    /// Counts requests for access.
    pub registrations: Arc<dyn AttemptLimiter>,
    /// Counts requests for a new password.
    pub password_requests: Arc<dyn AttemptLimiter>,
    /// The proxies in front of this server.
    pub trusted_proxies: TrustedProxies,
}

impl AttemptLimits {
    /// Logins per minute and source, unless set otherwise (`docs/contract.md#login-limits`).
    pub(crate) const DEFAULT_LOGINS_PER_MINUTE: u32 = 10;
    /// Registrations, and requests for a new password, per minute and source.
    pub const REGISTRATIONS_PER_MINUTE: u32 = 10;

    /// Limits of this process alone.
    #[must_use]
    pub fn in_memory(logins_per_minute: u32, trusted_proxies: TrustedProxies) -> Self {
        let limiter = |attempts| Arc::new(MemoryLimiter::new(AttemptLimit::per_minute(attempts)));
        Self {
            logins: limiter(logins_per_minute),
            registrations: limiter(Self::REGISTRATIONS_PER_MINUTE),
            password_requests: limiter(Self::REGISTRATIONS_PER_MINUTE),
            trusted_proxies,
        }
    }

    /// Where `request` comes from.
    #[must_use]
    pub fn source_of(&self, request: &HttpRequest) -> AttemptSource {
        client_source(request.peer_addr().map(|peer| peer.ip()), request.headers(), &self.trusted_proxies)
    }
}

impl Default for AttemptLimits {
    fn default() -> Self {
        Self::in_memory(Self::DEFAULT_LOGINS_PER_MINUTE, TrustedProxies::default())
    }
}

impl fmt::Debug for AttemptLimits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("AttemptLimits").field("trusted_proxies", &self.trusted_proxies).finish_non_exhaustive()
    }
}
