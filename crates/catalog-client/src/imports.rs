//! Imports over HTTP, sent in parts (`docs/imports-over-http.md`).

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::query::percent_encode;
use catalog_documents::Import;
use ureq::http::Method;

/// An import that is to be begun.
#[derive(Debug, Clone, Default)]
pub struct NewImport {
    /// Parameters of the request and their values, such as `mode` and `full`.
    pub parameters: Vec<(&'static str, String)>,
    /// What its file is called, without a path; `None` where that is not known.
    pub name: Option<String>,
    /// Makes the request repeatable: a random text.
    pub idempotency_key: String,
}

/// A part of an import.
#[derive(Debug, Clone, Copy)]
pub struct ImportPart<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Whether it is a whole table of offers.
    pub is_table: bool,
    /// How `body` is packed: `identity`, `gzip` or `zstd`.
    pub encoding: &'a str,
    /// The SHA-256 of `body`, in Base64.
    pub digest: &'a str,
    /// Whole lines, or the table.
    pub body: &'a [u8],
}

impl CatalogClient {
    /// Begins an import whose input comes in parts.
    ///
    /// # Errors
    /// `Connection` if no attempt got a response, `Refused` if the service refused.
    pub fn begin_import(&self, import: &NewImport) -> Result<Import, ClientError> {
        let pairs = import.parameters.iter().map(|(name, value)| format!("{name}={}", percent_encode(value)));
        let path = format!("/api/v2/imports?{}", pairs.collect::<Vec<_>>().join("&"));
        // As a header, which servers of earlier releases pass over.
        let named = import.name.as_deref().map(|name| format!("attachment; filename*=UTF-8''{}", percent_encode(name)));
        let mut headers = vec![("Content-Type", "application/json"), ("Idempotency-Key", &*import.idempotency_key)];
        headers.extend(named.as_deref().map(|named| ("Content-Disposition", named)));
        self.send(&Method::POST, &path, &headers, br#"{"parts": true}"#)?.data()
    }

    /// Sends a part, again if it was cut off.
    ///
    /// # Errors
    /// Those of [`CatalogClient::begin_import`].
    pub fn send_import_part(&self, id: &str, part: ImportPart<'_>) -> Result<(), ClientError> {
        let path = format!("/api/v2/imports/{id}/parts/{}", part.number);
        let digest = format!("sha-256=:{}:", part.digest);
        let headers = [
            ("Content-Type", if part.is_table { "text/csv" } else { "application/x-ndjson" }),
            ("Content-Encoding", part.encoding),
            ("Content-Digest", &*digest),
        ];
        let response = self.send(&Method::PUT, &path, &headers, part.body)?;
        if response.is_success() { Ok(()) } else { Err(ClientError::Refused(Box::new(response.error()))) }
    }

    /// Has an import wait for its turn, whose parts were sent.
    ///
    /// # Errors
    /// Those of [`CatalogClient::begin_import`].
    pub fn start_import(&self, id: &str) -> Result<Import, ClientError> {
        self.send(&Method::POST, &format!("/api/v2/imports/{id}/start"), &[], b"")?.data()
    }

    /// Where an import is, once it has ended, or after `wait_seconds`.
    ///
    /// # Errors
    /// Those of [`CatalogClient::begin_import`].
    pub fn import(&self, id: &str, wait_seconds: u32) -> Result<Import, ClientError> {
        self.get(&format!("/api/v2/imports/{id}?wait={wait_seconds}"))?.data()
    }

    /// Cancels an import.
    ///
    /// # Errors
    /// Those of [`CatalogClient::begin_import`].
    pub fn cancel_import(&self, id: &str) -> Result<Import, ClientError> {
        self.send(&Method::DELETE, &format!("/api/v2/imports/{id}"), &[], b"")?.data()
    }
}
