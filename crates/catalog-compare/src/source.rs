//! One of the two systems.

mod http_source;
mod rate_limit;

pub(crate) use http_source::HttpSource;

use crate::error::CompareError;
use crate::request::Request;
use serde_json::Value;

/// A system that responds to GET requests. Several threads use it at a time.
pub(crate) trait Source: Sync {
    /// Sends a request and reads the whole response.
    ///
    /// # Errors
    /// When there is none, however often it is tried, or the login is refused.
    fn get(&self, request: &Request) -> Result<Response, CompareError>;
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The body; `None` when it is not JSON.
    pub(crate) body: Option<Value>,
}

impl Response {
    /// `data`.
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

/// Sends a request to both systems at the same time.
pub(crate) fn get_both(systems: &Systems<'_>, request: &Request) -> Result<(Response, Response), CompareError> {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| systems.new.get(request));
        let old = systems.old.get(request)?;
        let new = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((old, new))
    })
}

#[derive(Clone, Copy)]
pub(crate) struct Systems<'a> {
    /// The one to be replaced.
    pub(crate) old: &'a dyn Source,
    /// The one that replaces it.
    pub(crate) new: &'a dyn Source,
}
