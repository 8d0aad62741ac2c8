//! How a client is set up.

use crate::retry::{OnRetry, RetryPolicy};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The address of the service, the account, retries and timeouts.
#[derive(Clone)]
pub struct ClientOptions {
    /// The address, such as `https://catalog.example`; a path prefix is allowed.
    pub base_url: String,
    /// A key of the account, which is sent in place of a token; the login and the password are then not used.
    pub key: Option<String>,
    /// The login. Prices are those of this account.
    pub login: String,
    /// The password; it is sent to the token route only.
    pub password: String,
    /// Where tokens come from; [`TokenRoute::V2`] by default.
    pub token_route: TokenRoute,
    /// A PEM file with certificates to trust beside those of the system.
    pub ca_file: Option<PathBuf>,
    /// How often and how long a request is repeated.
    pub retry: RetryPolicy,
    /// How long one attempt may take; 60 seconds by default. Waiting for changes needs over 30.
    pub timeout: Duration,
    /// The `User-Agent` of every request.
    pub user_agent: String,
    /// Called before each pause, for messages.
    pub on_retry: Option<OnRetry>,
}

/// Where a token comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TokenRoute {
    /// `POST /auth/token`.
    #[default]
    V2,
    /// `GET /auth/token/:login`, of a service that has only v1. Such a token is renewed when it is refused.
    V1,
}

impl ClientOptions {
    /// The defaults for this address and account.
    pub fn new(base_url: impl Into<String>, login: impl Into<String>, password: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            key: None,
            login: login.into(),
            password: password.into(),
            token_route: TokenRoute::default(),
            ca_file: None,
            retry: RetryPolicy::default(),
            timeout: Duration::from_secs(60),
            user_agent: concat!("catalog-client/", env!("CARGO_PKG_VERSION")).into(),
            on_retry: None,
        }
    }

    /// The defaults for this address and the account of this key.
    pub fn with_key(base_url: impl Into<String>, key: impl Into<String>) -> Self {
        Self { key: Some(key.into()), ..Self::new(base_url, "", "") }
    }
}

impl fmt::Debug for ClientOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = formatter.debug_struct("ClientOptions");
        text.field("base_url", &self.base_url).field("login", &self.login).finish_non_exhaustive()
    }
}
