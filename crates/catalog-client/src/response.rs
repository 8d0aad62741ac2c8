//! A response as it came.

use crate::error::{CatalogError, ClientError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use ureq::http::HeaderMap;

/// A whole response.
#[derive(Debug, Clone)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The body, decompressed.
    pub body: Vec<u8>,
    pub(crate) headers: HeaderMap,
    /// The path of the request, without its query.
    pub(crate) path: String,
    /// The status, or the code in the wrapper of v1.
    pub(crate) effective_status: u16,
}

/// `{status, data, error, message}`: the success.
#[derive(Deserialize)]
struct Success<T> {
    data: T,
}

impl Response {
    /// A header's value; `None` if it is missing or not ASCII.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// All headers with an ASCII value, with their names in lower case.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)))
    }

    /// What `If-None-Match` takes.
    pub fn etag(&self) -> Option<&str> {
        self.header("etag")
    }

    /// The revision of the catalog that the response shows (`Catalog-Revision`).
    pub fn revision(&self) -> Option<u64> {
        self.header("catalog-revision")?.parse().ok()
    }

    /// How long to wait before the next attempt, where the service says it in seconds.
    pub fn retry_after(&self) -> Option<Duration> {
        Some(Duration::from_secs(self.header("retry-after")?.parse().ok()?))
    }

    /// Whether the service did what was requested. v1 refuses by its wrapper, with HTTP status 200.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.effective_status)
    }

    /// The whole body as JSON, envelope included.
    ///
    /// # Errors
    /// `UnexpectedBody` if it is not JSON.
    pub fn json(&self) -> Result<Value, ClientError> {
        serde_json::from_slice(&self.body).map_err(|error| self.unexpected(&error))
    }

    /// The envelope's `data`.
    ///
    /// # Errors
    /// `Refused` if the service refused, `UnexpectedBody` if the data are not as documented.
    pub fn data<T: DeserializeOwned>(&self) -> Result<T, ClientError> {
        if !self.is_success() {
            return Err(ClientError::Refused(Box::new(self.error())));
        }
        let success: Success<T> = serde_json::from_slice(&self.body).map_err(|error| self.unexpected(&error))?;
        Ok(success.data)
    }

    pub(crate) fn error(&self) -> CatalogError {
        let request_id = self.header("x-request-id").map(ToOwned::to_owned);
        let error = CatalogError::parse(self.effective_status, &self.body, request_id, self.retry_after());
        CatalogError { revision: self.revision(), ..error }
    }

    fn unexpected(&self, reason: &serde_json::Error) -> ClientError {
        ClientError::UnexpectedBody { path: self.path.clone(), reason: reason.to_string() }
    }
}
