//! One of the two systems over HTTP: the client with v1's login, and the most requests a second for all threads.

use super::BadInput;
use super::units::Access;
use crate::output::print_summary;
use anyhow::{Result, anyhow};
use catalog_client::{CatalogClient, ClientError, ClientOptions, RetryNotice, RetryPolicy, TokenRoute, percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The longest that one request may take: a system that knows no pages responds with whole sections.
const REQUEST_TIME: Duration = Duration::from_secs(120);
/// How long an unavailable or busy system is tried.
const PATIENCE: Duration = Duration::from_secs(600);
const FIRST_PAUSE: Duration = Duration::from_millis(250);

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Response {
    pub(super) status: u16,
    /// The body; `None` when it is not JSON.
    pub(super) body: Option<Value>,
}

impl Response {
    /// A success with nothing in it.
    pub(super) fn of_success() -> Self {
        Self { status: 200, body: Some(json!({"status": true, "error": {}, "message": "", "data": null})) }
    }

    pub(super) fn data_mut(&mut self) -> Option<&mut Value> {
        self.body.as_mut()?.get_mut("data")
    }

    pub(super) fn is_success(&self) -> bool {
        self.status == 200 && self.body.as_ref().is_some_and(|body| body["status"] == true)
    }

    /// `error.code` of a refusal with HTTP 200, or the HTTP status.
    pub(super) fn code(&self) -> u64 {
        let code = self.body.as_ref().and_then(|body| body["error"]["code"].as_u64());
        code.unwrap_or(u64::from(self.status))
    }
}

/// How to reach a system.
pub(super) struct Login {
    pub(super) url: String,
    pub(super) login: String,
    /// Empty with a key.
    pub(super) password: String,
    pub(super) key: Option<String>,
}

pub(super) struct System {
    /// `old` or `new`.
    name: &'static str,
    client: CatalogClient,
    login: Login,
    turns: Arc<Turns>,
    /// The first login: a wrong password is refused once, and not once for every thread.
    signed_in: OnceLock<Result<(), ClientError>>,
    /// The longest page of a list so far, by its shape: a system may have shorter ones than it is asked for.
    pub(super) longest_pages: [AtomicU64; 9],
}

impl System {
    /// A system. Requests nothing yet.
    pub(super) fn new(
        name: &'static str,
        login: Login,
        rate: Option<NonZeroU32>,
        ca_file: Option<PathBuf>,
    ) -> Result<Self, BadInput> {
        let interval = rate.map_or(Duration::ZERO, |rate| Duration::from_secs(1) / rate.get());
        let turns = Arc::new(Turns { interval, next: Mutex::new(Instant::now()) });
        let held_back = Arc::clone(&turns);
        let retry = RetryPolicy {
            attempts: u32::MAX,
            time_limit: PATIENCE,
            first_pause: FIRST_PAUSE,
            ..RetryPolicy::default()
        };
        let client = CatalogClient::new(ClientOptions {
            token_route: TokenRoute::V1,
            key: login.key.clone(),
            retry,
            timeout: REQUEST_TIME,
            // What one thread waits for, the others wait for as well.
            on_retry: Some(Arc::new(move |notice: &RetryNotice| {
                if held_back.postpone(Instant::now() + notice.pause) {
                    let seconds = notice.pause.as_secs_f64();
                    print_summary(&format!("the {name} system: {}; waiting {seconds:.0} s", notice.reason));
                }
            })),
            ca_file,
            ..ClientOptions::new(&login.url, &login.login, &login.password)
        });
        let client = client.map_err(|error| BadInput(format!("--{name}: {error}")))?;
        Ok(Self { name, client, login, turns, signed_in: OnceLock::new(), longest_pages: Default::default() })
    }

    /// Sends a request and reads the whole response.
    ///
    /// # Errors
    /// When there is none, however often it is tried, or the login is refused.
    pub(super) fn get(&self, target: &str, access: Access) -> Result<Response> {
        std::thread::sleep(self.turns.take(Instant::now()));
        self.signed_in.get_or_init(|| self.client.sign_in()).as_ref().map_err(|error| self.failure(error))?;
        let target = target.replace("{login}", &percent_encode(&self.login.login));
        let response = match access {
            Access::Account => self.client.get(&target),
            Access::Password => self.client.get_as(&target, Some(&format!("Bearer {}", self.login.password))),
            Access::Nobody(authorization) => self.client.get_as(&target, authorization),
        };
        let response = response.map_err(|error| self.failure(&error))?;
        let response = Response { status: response.status, body: serde_json::from_slice(&response.body).ok() };
        if response.code() == 429 && access == Access::Account {
            return Err(self.failed("it is too busy (429); set --rate"));
        }
        Ok(response)
    }

    fn failure(&self, error: &ClientError) -> anyhow::Error {
        match error.refusal() {
            Some(refusal) => self.failed(&format!("the login is refused with {refusal}")),
            None => self.failed(&format!("it does not respond: {error}")),
        }
    }

    pub(super) fn failed(&self, reason: &str) -> anyhow::Error {
        anyhow!("the {} system: {reason}", self.name)
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
