//! A system over HTTP: the client with v1's login, and the rate limit.

use super::rate_limit::RateLimit;
use super::{Response, Source};
use crate::error::CompareError;
use crate::options::{CompareOptions, Login};
use crate::request::{Access, Request};
use catalog_client::{CatalogClient, ClientError, ClientOptions, RetryNotice, RetryPolicy, TokenRoute, percent_encode};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The longest that one request may take: a system that knows no pages responds with whole sections.
const REQUEST_TIME: Duration = Duration::from_secs(120);

/// How often an unavailable or busy system is tried: for longer than limits on logins last.
const RETRIES: RetryPolicy = RetryPolicy {
    attempts: 10,
    time_limit: Duration::from_secs(300),
    first_pause: Duration::from_millis(250),
    longest_pause: Duration::from_secs(30),
    longest_retry_after: Duration::from_secs(120),
};

pub(crate) struct HttpSource {
    system: &'static str,
    client: CatalogClient,
    login: String,
    password: String,
    rate: Arc<RateLimit>,
    /// The first login: a wrong password is refused once, and not once for every thread.
    signed_in: OnceLock<Result<(), ClientError>>,
}

impl HttpSource {
    /// A system, named `system` in errors. Requests nothing yet.
    pub(crate) fn new(system: &'static str, login: &Login, options: &CompareOptions) -> Result<Self, CompareError> {
        let rate = Arc::new(RateLimit::new(options.rate));
        let (held_back, on_pause) = (Arc::clone(&rate), options.on_pause.clone());
        let client = CatalogClient::new(ClientOptions {
            token_route: TokenRoute::V1,
            key: login.key.clone(),
            ca_file: options.ca_file.clone(),
            retry: RETRIES,
            timeout: REQUEST_TIME,
            // What one thread waits for, the others wait for as well.
            on_retry: Some(Arc::new(move |notice: &RetryNotice| {
                if held_back.hold_back(notice.pause) {
                    let seconds = notice.pause.as_secs_f64();
                    on_pause.0(&format!("the {system} system: {}; waiting {seconds:.0} s", notice.reason));
                }
            })),
            ..ClientOptions::new(&login.url, &login.login, &login.password)
        });
        let client = client.map_err(|error| CompareError::input(format!("--{system}"), error.to_string()))?;
        Ok(Self {
            system,
            client,
            login: login.login.clone(),
            password: login.password.clone(),
            rate,
            signed_in: OnceLock::new(),
        })
    }

    fn failure(&self, error: &ClientError) -> CompareError {
        match error.refusal() {
            Some(refusal) => {
                let reason = format!("the login is refused with {refusal}");
                CompareError::Refused { system: self.system, reason }
            }
            None => CompareError::Unreachable { system: self.system, reason: error.to_string() },
        }
    }
}

impl Source for HttpSource {
    fn get(&self, request: &Request) -> Result<Response, CompareError> {
        self.rate.wait();
        if let Err(error) = self.signed_in.get_or_init(|| self.client.sign_in()) {
            return Err(self.failure(error));
        }
        let target = request.target.replace("{login}", &percent_encode(&self.login));
        let authorization = match request.access {
            Access::Token => None,
            Access::Password => Some(Some(format!("Bearer {}", self.password))),
            Access::WrongPassword => Some(Some("Bearer no-password-of-anybody".to_owned())),
            Access::BadToken => Some(Some("Bearer no.token.at-all".to_owned())),
            Access::Nothing => Some(None),
        };
        let response = match &authorization {
            None => self.client.get(&target),
            Some(authorization) => self.client.get_as(&target, authorization.as_deref()),
        };
        let response = response.map_err(|error| self.failure(&error))?;
        let response = Response { status: response.status, body: serde_json::from_slice(&response.body).ok() };
        if response.code() == 429 && request.access == Access::Token {
            let reason = "it is too busy (429); set --rate".to_owned();
            return Err(CompareError::Unreachable { system: self.system, reason });
        }
        Ok(response)
    }
}
