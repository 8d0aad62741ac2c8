//! The client: one request from the first attempt to the last.

use crate::base_url::BaseUrl;
use crate::error::ClientError;
use crate::options::{ClientOptions, TokenRoute};
use crate::query::percent_encode;
use crate::response::Response;
use crate::retry::{Attempts, RetryNotice, RetryPolicy, is_transient};
use crate::token::{Token, TokenCell};
use crate::transport::{Lost, agent, receive};
use catalog_documents::{TokenCheck, User};
use serde::Deserialize;
use serde_json::json;
use std::cell::RefCell;
use std::fmt;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use ureq::typestate::WithoutBody;
use ureq::{Agent, Body, RequestBuilder, http};

/// Access to a catalog with one account. It may be shared by threads: they share its token and its connections.
pub struct CatalogClient {
    agent: Agent,
    base_url: BaseUrl,
    options: ClientOptions,
    token: TokenCell,
    /// Whether a request has had a response.
    is_answered: AtomicBool,
}

/// The data of a token route. Of v1 there is the token only.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct IssuedToken {
    token: String,
    expires_in: Option<u64>,
}

impl CatalogClient {
    /// A client. Sends nothing yet.
    ///
    /// # Errors
    /// `Options` if the address or the certificates cannot be used.
    pub fn new(options: ClientOptions) -> Result<Self, ClientError> {
        let base_url = BaseUrl::parse(&options.base_url)?;
        Ok(Self {
            agent: agent(&options, base_url.is_https())?,
            base_url,
            options,
            token: TokenCell::default(),
            is_answered: AtomicBool::new(false),
        })
    }

    /// Gets a token unless there is one, so that a wrong password is known before anything is read. A key is checked.
    ///
    /// # Errors
    /// `Connection` if no attempt got a response, `Refused` if the login failed.
    pub fn sign_in(&self) -> Result<(), ClientError> {
        if self.options.key.is_some() {
            return self.account().map(drop);
        }
        self.token.get(None, || self.log_in()).map(drop)
    }

    /// The account that the client reads as. Its role and price level decide which prices it sees.
    ///
    /// # Errors
    /// Those of [`CatalogClient::get`], and `Refused` when access is refused.
    pub fn account(&self) -> Result<User, ClientError> {
        Ok(self.get("/auth/v2/check")?.data::<TokenCheck>()?.user)
    }

    /// Reads a path with its query, such as `/api/v2/catalog/tree?depth=1`, of v1 as well.
    ///
    /// The response is the last one, whatever its status: [`Response::data`] makes an error of a refusal.
    ///
    /// # Errors
    /// `Connection` if no attempt got a response, `Refused` if the login failed.
    pub fn get(&self, path: &str) -> Result<Response, ClientError> {
        self.get_with(&self.options.retry, path, None)
    }

    /// Reads a path unless it still is what `etag` says; `None` if it is.
    ///
    /// # Errors
    /// Those of [`CatalogClient::get`].
    pub fn get_if_changed(&self, path: &str, etag: Option<&str>) -> Result<Option<Response>, ClientError> {
        let response = self.get_with(&self.options.retry, path, etag)?;
        Ok(if response.status == 304 && etag.is_some() { None } else { Some(response) })
    }

    /// Reads a path with this `Authorization` instead of the account's token, or without any.
    ///
    /// # Errors
    /// `Connection` if no attempt got a response.
    pub fn get_as(&self, path: &str, authorization: Option<&str>) -> Result<Response, ClientError> {
        self.repeat(&self.options.retry, path, || {
            let request = self.agent.get(self.base_url.join(path));
            authorization.into_iter().fold(request, |request, value| request.header("Authorization", value)).call()
        })
    }

    /// Opens a path whose body is read while it comes. What breaks later is up to the reader.
    ///
    /// # Errors
    /// `Refused` if the status is another one than 200, and those of [`CatalogClient::get`].
    pub(crate) fn open(&self, policy: &RetryPolicy, path: &str) -> Result<Box<dyn Read + Send>, ClientError> {
        let opened: RefCell<Option<Box<dyn Read + Send>>> = RefCell::default();
        let response = self.authorized(|token| {
            self.repeat(policy, path, || {
                let response = self.request(path, token).call()?;
                if response.status() != 200 {
                    return Ok(response);
                }
                let (head, body) = response.into_parts();
                opened.replace(Some(Box::new(body.into_reader())));
                Ok(http::Response::from_parts(head, Body::builder().data(Vec::new())))
            })
        })?;
        opened.into_inner().ok_or_else(|| ClientError::Refused(Box::new(response.error())))
    }

    /// How often and how long a request is repeated.
    pub(crate) fn retry(&self) -> &RetryPolicy {
        &self.options.retry
    }

    /// The attempts at a request that nothing has come of yet.
    pub(crate) fn attempts(&self) -> Attempts<'_> {
        self.attempts_with(&self.options.retry)
    }

    pub(crate) fn attempts_with<'a>(&'a self, policy: &'a RetryPolicy) -> Attempts<'a> {
        Attempts::new(policy, &self.is_answered)
    }

    /// Waits before another attempt, and reports why.
    pub(crate) fn pause(&self, reason: String, pause: Duration) {
        if let Some(on_retry) = &self.options.on_retry {
            on_retry(&RetryNotice { reason, pause });
        }
        std::thread::sleep(pause);
    }

    pub(crate) fn get_with(
        &self,
        policy: &RetryPolicy,
        path: &str,
        etag: Option<&str>,
    ) -> Result<Response, ClientError> {
        self.authorized(|token| {
            self.repeat(policy, path, || {
                let request = self.request(path, token);
                etag.into_iter().fold(request, |request, etag| request.header("If-None-Match", etag)).call()
            })
        })
    }

    fn request(&self, path: &str, token: &str) -> RequestBuilder<WithoutBody> {
        self.agent.get(self.base_url.join(path)).header("Authorization", format!("Bearer {token}"))
    }

    /// Sends a request with the key or a token, and once more with another token if that one has ended.
    fn authorized(&self, send: impl Fn(&str) -> Result<Response, ClientError>) -> Result<Response, ClientError> {
        if let Some(key) = &self.options.key {
            return send(key);
        }
        let token = self.token.get(None, || self.log_in())?;
        let response = send(&token)?;
        if response.effective_status != 401 {
            return Ok(response);
        }
        send(&self.token.get(Some(&token), || self.log_in())?)
    }

    /// Sends a body, with what identifies the account. Nothing may happen when it is sent again.
    pub(crate) fn send(
        &self,
        method: &http::Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Response, ClientError> {
        self.authorized(|token| {
            self.repeat(&self.options.retry, path, || {
                let mut request = http::Request::builder().method(method).uri(self.base_url.join(path));
                request = request.header("Authorization", format!("Bearer {token}"));
                for (name, value) in headers {
                    request = request.header(*name, *value);
                }
                self.agent.run(request.body(body)?)
            })
        })
    }

    fn log_in(&self) -> Result<Token, ClientError> {
        let ClientOptions { login, password, .. } = &self.options;
        let response = match self.options.token_route {
            TokenRoute::V2 => {
                let body = json!({"login": login, "password": password}).to_string();
                self.repeat(&self.options.retry, "/auth/token", || {
                    let request = self.agent.post(self.base_url.join("/auth/token"));
                    request.header("Content-Type", "application/json").send(&body)
                })?
            }
            TokenRoute::V1 => {
                self.get_as(&format!("/auth/token/{}", percent_encode(login)), Some(&format!("Bearer {password}")))?
            }
        };
        let issued: IssuedToken = response.data()?;
        Ok(Token::new(issued.token, issued.expires_in.map(Duration::from_secs)))
    }

    /// Repeats a request while the service says "later" or cannot be reached.
    fn repeat(
        &self,
        policy: &RetryPolicy,
        path: &str,
        send: impl Fn() -> Result<http::Response<Body>, ureq::Error>,
    ) -> Result<Response, ClientError> {
        let mut attempts = self.attempts_with(policy);
        loop {
            let received = receive(path, send());
            self.is_answered.fetch_or(received.is_ok(), Ordering::Relaxed);
            let (pause, last) = match received {
                Ok(response) if !is_transient(response.effective_status) => return Ok(response),
                Ok(response) => (attempts.next_pause(response.retry_after()), Ok(response)),
                Err(Lost::Transient(reason)) => (attempts.next_pause(None), Err(reason)),
                Err(Lost::Permanent(reason)) => return Err(ClientError::Connection(reason)),
            };
            let Some(pause) = pause else { return last.map_err(ClientError::Connection) };
            let reason = match last {
                Ok(response) => response.error().to_string(),
                Err(reason) => format!("no response ({reason})"),
            };
            self.pause(reason, pause);
        }
    }
}

impl fmt::Debug for CatalogClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CatalogClient").field("options", &self.options).finish_non_exhaustive()
    }
}
