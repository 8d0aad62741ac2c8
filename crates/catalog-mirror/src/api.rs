//! The service's HTTP interface: logins, retries, and the meaning of responses.

use crate::progress::print_line;
use crate::retry_policy::RetryPolicy;
use crate::wire::{Failure, FailureDetail, IssuedToken, Success};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::time::Duration;
use ureq::http::Response;
use ureq::{Agent, Body};

/// The longest that one request may take.
const REQUEST_TIME: Duration = Duration::from_secs(60);
/// The longest body that is read: a page of 1,000 products is about 1 MiB.
const LONGEST_BODY: u64 = 256 << 20;

/// Authenticated access to a catalog.
pub(crate) struct Api {
    agent: Agent,
    base_url: String,
    login: String,
    password: String,
    token: Option<String>,
    retry_policy: Duration,
}

/// A response of the catalog.
#[derive(Debug)]
pub(crate) struct ApiResponse<T> {
    /// The revision of the catalog in the response; it only grows.
    pub(crate) revision: i64,
    /// The payload.
    pub(crate) data: T,
}

/// Why there is no response.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// 404: the section or product is not in the public catalog.
    #[error("not in the public catalog")]
    NotFound,
    /// 410: the cursor is too old.
    #[error("the changes since the last time are no longer known")]
    Expired,
    /// Any other response that a retry does not change.
    #[error("the service refused the request: {status} {name}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The error's name.
        name: String,
        /// The error's human-readable text.
        message: String,
    },
    /// The service did not respond for too long.
    #[error("gave up: {0}")]
    GaveUp(String),
    /// The response is not as documented.
    #[error("the response to {target} cannot be parsed: {reason}")]
    Strange {
        /// The request.
        target: String,
        /// What is wrong with the response.
        reason: String,
    },
}

/// One exchange, before it is interpreted.
enum Exchange {
    /// Status 200 and the body.
    Success(i64, String),
    /// Another status.
    Failure(u16, FailureDetail, Option<Duration>),
    /// No response, or an incomplete one.
    Broken(String),
}

impl Api {
    /// Access for `login`. Sends nothing yet.
    pub(crate) fn new(base_url: &str, login: &str, password: String, retry_policy: Duration) -> Self {
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(REQUEST_TIME)).build();
        Self {
            agent: config.into(),
            base_url: base_url.trim_end_matches('/').to_owned(),
            login: login.to_owned(),
            password,
            token: None,
            retry_policy,
        }
    }

    /// Sends a GET request. An expired token is renewed; a busy or unavailable server is retried.
    pub(crate) fn get<T: DeserializeOwned>(&mut self, target: &str) -> Result<ApiResponse<T>, ApiError> {
        let mut retry_policy = RetryPolicy::new(self.retry_policy);
        let mut has_new_token = false;
        loop {
            let token = match &self.token {
                Some(token) => token.clone(),
                None => {
                    has_new_token = true;
                    self.log_in(&mut retry_policy)?
                }
            };
            let request = self.agent.get(format!("{}{target}", self.base_url));
            match exchange(request.header("Authorization", format!("Bearer {token}")).call()) {
                Exchange::Success(revision, body) => return Ok(ApiResponse { revision, data: parse(target, &body)? }),
                Exchange::Failure(401, ..) if !has_new_token => self.token = None,
                other => wait_or_fail(other, &mut retry_policy)?,
            }
        }
    }

    fn log_in(&mut self, retry_policy: &mut RetryPolicy) -> Result<String, ApiError> {
        let target = "/auth/token";
        let body = json!({"login": self.login, "password": self.password}).to_string();
        loop {
            let request = self.agent.post(format!("{}{target}", self.base_url));
            match exchange(request.header("Content-Type", "application/json").send(&body)) {
                Exchange::Success(_, body) => {
                    let IssuedToken { token } = parse(target, &body)?;
                    print_line("logged in");
                    self.token = Some(token.clone());
                    return Ok(token);
                }
                other => wait_or_fail(other, retry_policy)?,
            }
        }
    }
}

fn exchange(result: Result<Response<Body>, ureq::Error>) -> Exchange {
    let mut response = match result {
        Ok(response) => response,
        Err(error) => return Exchange::Broken(error.to_string()),
    };
    let number = |name: &str| response.headers().get(name)?.to_str().ok()?.parse::<u64>().ok();
    let (revision, retry_after) = (number("catalog-revision"), number("retry-after").map(Duration::from_secs));
    let status = response.status().as_u16();
    let body = match response.body_mut().with_config().limit(LONGEST_BODY).read_to_string() {
        Ok(body) => body,
        Err(error) => return Exchange::Broken(error.to_string()),
    };
    if status == 200 {
        return Exchange::Success(revision.and_then(|number| i64::try_from(number).ok()).unwrap_or(0), body);
    }
    let detail = serde_json::from_str(&body).map(|failure: Failure| failure.error).unwrap_or_default();
    Exchange::Failure(status, detail, retry_after)
}

/// Waits when a retry can help.
fn wait_or_fail(exchange: Exchange, retry_policy: &mut RetryPolicy) -> Result<(), ApiError> {
    let (why, requested) = match exchange {
        Exchange::Failure(404, ..) => return Err(ApiError::NotFound),
        Exchange::Failure(410, ..) => return Err(ApiError::Expired),
        Exchange::Failure(status @ (429 | 500..), detail, requested) => {
            (format!("the service responded {status} {}", detail.name), requested)
        }
        Exchange::Failure(status, FailureDetail { name, message }, _) => {
            return Err(ApiError::Refused { status, name, message });
        }
        Exchange::Broken(reason) => (format!("no response ({reason})"), None),
        Exchange::Success(..) => return Ok(()),
    };
    if retry_policy.pause(&why, requested) { Ok(()) } else { Err(ApiError::GaveUp(why)) }
}

fn parse<T: DeserializeOwned>(target: &str, body: &str) -> Result<T, ApiError> {
    let success: Result<Success<T>, _> = serde_json::from_str(body);
    success
        .map(|success| success.data)
        .map_err(|error| ApiError::Strange { target: target.to_owned(), reason: error.to_string() })
}
