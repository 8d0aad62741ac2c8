//! One of the two systems over HTTP: the client with v1's login, and the most requests a second for all threads.

use crate::error::CompareError;
use crate::options::{CompareOptions, Login};
use crate::unit::Access;
use catalog_client::{CatalogClient, ClientError, ClientOptions, RetryNotice, RetryPolicy, TokenRoute, percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The longest that one request may take: a system that knows no pages responds with whole sections.
const REQUEST_TIME: Duration = Duration::from_secs(120);

/// How long an unavailable or busy system is tried.
const RETRIES: RetryPolicy = RetryPolicy {
    attempts: u32::MAX,
    time_limit: Duration::from_secs(600),
    unanswered_limit: Duration::from_secs(30),
    first_pause: Duration::from_millis(250),
    longest_pause: Duration::from_secs(30),
    longest_retry_after: Duration::from_secs(120),
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The body; `None` when it is not JSON.
    pub(crate) body: Option<Value>,
}

impl Response {
    pub(crate) fn data(&self) -> Option<&Value> {
        self.body.as_ref()?.get("data")
    }

    pub(crate) fn is_success(&self) -> bool {
        self.status == 200 && self.body.as_ref().and_then(|body| body.get("status")) == Some(&Value::Bool(true))
    }

    /// `error.code` of a refusal with HTTP 200, or the HTTP status.
    pub(crate) fn code(&self) -> u64 {
        let code = self.body.as_ref().and_then(|body| body.get("error")?.get("code")?.as_u64());
        code.unwrap_or(u64::from(self.status))
    }
}

pub(crate) struct System {
    /// `old` or `new`.
    pub(crate) name: &'static str,
    client: CatalogClient,
    login: Login,
    turns: Arc<Turns>,
    /// The first login: a wrong password is refused once, and not once for every thread.
    signed_in: OnceLock<Result<(), ClientError>>,
    /// The longest page of a list so far, by its shape: a system may have shorter ones than it is asked for.
    pub(crate) longest_pages: [AtomicU64; 9],
}

impl System {
    /// A system. Requests nothing yet.
    pub(crate) fn new(name: &'static str, login: &Login, options: &CompareOptions) -> Result<Self, CompareError> {
        let interval = options.rate.map_or(Duration::ZERO, |rate| Duration::from_secs(1) / rate.get());
        let turns = Arc::new(Turns { interval, next: Mutex::new(Instant::now()) });
        let (held_back, on_pause) = (Arc::clone(&turns), options.on_pause.clone());
        let client = CatalogClient::new(ClientOptions {
            token_route: TokenRoute::V1,
            key: login.key.clone(),
            ca_file: options.ca_file.clone(),
            retry: RETRIES,
            timeout: REQUEST_TIME,
            // What one thread waits for, the others wait for as well.
            on_retry: Some(Arc::new(move |notice: &RetryNotice| {
                if held_back.postpone(Instant::now() + notice.pause) {
                    let seconds = notice.pause.as_secs_f64();
                    on_pause.0(&format!("the {name} system: {}; waiting {seconds:.0} s", notice.reason));
                }
            })),
            ..ClientOptions::new(&login.url, &login.login, &login.password)
        });
        let client = client.map_err(|error| CompareError::Input(format!("--{name}"), error.to_string()))?;
        let (login, signed_in) = (login.clone(), OnceLock::new());
        Ok(Self { name, client, login, turns, signed_in, longest_pages: Default::default() })
    }

    /// Sends a request and reads the whole response.
    ///
    /// # Errors
    /// When there is none, however often it is tried, or the login is refused.
    pub(crate) fn get(&self, target: &str, access: Access) -> Result<Response, CompareError> {
        std::thread::sleep(self.turns.take(Instant::now()));
        if let Err(error) = self.signed_in.get_or_init(|| self.client.sign_in()) {
            return Err(self.failure(error));
        }
        let target = target.replace("{login}", &percent_encode(&self.login.login));
        let password = format!("Bearer {}", self.login.password);
        let response = match access {
            Access::Token => self.client.get(&target),
            Access::Password => self.client.get_as(&target, Some(&password)),
            Access::WrongPassword => self.client.get_as(&target, Some("Bearer no-password-of-anybody")),
            Access::BadToken => self.client.get_as(&target, Some("Bearer no.token.at-all")),
            Access::Nothing => self.client.get_as(&target, None),
        };
        let response = response.map_err(|error| self.failure(&error))?;
        let response = Response { status: response.status, body: serde_json::from_slice(&response.body).ok() };
        if response.code() == 429 && access == Access::Token {
            return Err(self.failed("it is too busy (429); set --rate".to_owned()));
        }
        Ok(response)
    }

    fn failure(&self, error: &ClientError) -> CompareError {
        match error.refusal() {
            Some(refusal) => self.failed(format!("the login is refused with {refusal}")),
            None => self.failed(format!("it does not respond: {error}")),
        }
    }

    pub(crate) fn failed(&self, reason: String) -> CompareError {
        CompareError::System(self.name, reason)
    }
}

/// Spaces requests evenly, and pauses all of them when a system says so.
struct Turns {
    interval: Duration,
    next: Mutex<Instant>,
}

impl Turns {
    /// Takes the next turn and returns how far off it is.
    fn take(&self, now: Instant) -> Duration {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = now.max(*next);
        *next = turn + self.interval;
        turn - now
    }

    /// Lets no request begin before. Whether that was news: threads that are refused together ask for the same.
    fn postpone(&self, until: Instant) -> bool {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = until > *next + Duration::from_secs(1);
        *next = until.max(*next);
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_spaced_evenly_none_is_saved_up_and_a_pause_is_for_every_thread() {
        let start = Instant::now();
        let turns = Turns { interval: Duration::from_millis(250), next: Mutex::new(start) };
        assert_eq!([0, 0, 0].map(|_| turns.take(start).as_millis()), [0, 250, 500]);
        assert_eq!(turns.take(start + Duration::from_secs(10)), Duration::ZERO);
        assert!(turns.postpone(start + Duration::from_secs(15)));
        assert!(!turns.postpone(start + Duration::from_millis(15_900)), "the same pause");
        assert_eq!(turns.take(start), Duration::from_millis(15_900));
    }
}
