//! Sends to an address that is none of the catalog's.

use crate::base_url::check_address;
use crate::error::ClientError;
use crate::options::ClientOptions;
use crate::transport::{agent, receive};
use std::path::Path;
use std::time::Duration;
use ureq::Agent;

/// Sends JSON to one address, without any credentials of the catalog.
#[derive(Debug)]
pub struct Poster {
    agent: Agent,
    url: String,
}

impl Poster {
    /// For an address with `http` or `https`, which may have a query. One request may take as long as `timeout`.
    ///
    /// # Errors
    /// `Options` if the address, which is not quoted, or the certificates cannot be used.
    pub fn new(url: &str, ca_file: Option<&Path>, timeout: Duration) -> Result<Self, ClientError> {
        let refuse = |reason: &str| ClientError::Options(format!("the address {reason}"));
        let is_https = check_address(url).map_err(refuse)?;
        let ca_file = ca_file.map(Path::to_owned);
        let options = ClientOptions { ca_file, timeout, ..ClientOptions::new(url, "", "") };
        Ok(Self { agent: agent(&options, is_https)?, url: url.to_owned() })
    }

    /// Sends a body once and follows no redirect. Returns the status, whatever it is.
    ///
    /// # Errors
    /// `Connection` without a whole response.
    pub fn post(&self, headers: &[(&str, &str)], json: &str) -> Result<u16, ClientError> {
        let request = self.agent.post(&self.url).header("Content-Type", "application/json");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let response = receive("", request.send(json)).map_err(|lost| ClientError::Connection(lost.into_reason()))?;
        Ok(response.status)
    }
}
