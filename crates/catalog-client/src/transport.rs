//! One attempt at a request.

use crate::error::ClientError;
use crate::options::ClientOptions;
use crate::response::Response;
use crate::v1::effective_status;
use rustls::crypto::ring;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body, http};

/// The longest body that is read, in decoded bytes: a page of 1,000 products with all parts is a few MiB, and a whole
/// section of an old system, which knows no pages, a hundred.
const LONGEST_BODY: u64 = 256 << 20;
/// The longest body of an error or a login, in decoded bytes.
const LONGEST_SHORT_BODY: u64 = 64 << 10;
/// The most idle connections in the pool: as many as threads that are likely to share a client.
const IDLE_CONNECTIONS: usize = 32;

/// Why an attempt got no whole response.
pub(crate) enum Lost {
    /// Another attempt may succeed.
    Transient(String),
    /// No other attempt will: the certificate is not trusted, for instance.
    Permanent(String),
}

impl Lost {
    pub(crate) fn into_reason(self) -> String {
        match self {
            Self::Transient(reason) | Self::Permanent(reason) => reason,
        }
    }
}

pub(crate) fn agent(options: &ClientOptions, is_https: bool) -> Result<Agent, ClientError> {
    let mut config = Agent::config_builder()
        .http_status_as_error(false)
        // A redirect would lead a request without its token to somewhere else; it is reported instead.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(&options.user_agent)
        .timeout_global(Some(options.timeout))
        .max_idle_connections_per_host(IDLE_CONNECTIONS)
        .max_idle_connections(IDLE_CONNECTIONS);
    if is_https {
        config = config.tls_config(tls_config(options.ca_file.as_deref())?);
    }
    Ok(config.build().into())
}

/// Trusts the system's certificates and those of a file.
fn tls_config(ca_file: Option<&Path>) -> Result<TlsConfig, ClientError> {
    let system = rustls_native_certs::load_native_certs();
    let mut roots: Vec<_> =
        system.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect();
    if let Some(file) = ca_file {
        roots.extend(read_certificates(file)?);
    }
    if roots.is_empty() {
        let reasons: Vec<String> = system.errors.iter().map(ToString::to_string).collect();
        let message = format!("this system has no trusted certificates {}; name a CA file", reasons.join(", "));
        return Err(ClientError::Options(message));
    }
    let provider = Arc::new(ring::default_provider());
    Ok(TlsConfig::builder().root_certs(RootCerts::from(roots)).unversioned_rustls_crypto_provider(provider).build())
}

fn read_certificates(file: &Path) -> Result<Vec<Certificate<'static>>, ClientError> {
    let refuse = |reason: String| ClientError::Options(format!("the CA file {}: {reason}", file.display()));
    let text = fs::read(file).map_err(|error| refuse(error.to_string()))?;
    let mut certificates = Vec::new();
    for item in parse_pem(&text) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| refuse(error.to_string()))? {
            certificates.push(certificate);
        }
    }
    if certificates.is_empty() { Err(refuse("holds no certificate".into())) } else { Ok(certificates) }
}

/// The whole response of one attempt.
pub(crate) fn receive(path: &str, result: Result<http::Response<Body>, ureq::Error>) -> Result<Response, Lost> {
    let mut response = result.map_err(|error| lost(&error))?;
    let status = response.status().as_u16();
    let path = path.split('?').next().unwrap_or_default().to_owned();
    let is_short = status >= 400 || path.starts_with("/auth/");
    let body = read_body(response.body_mut(), if is_short { LONGEST_SHORT_BODY } else { LONGEST_BODY })?;
    let effective_status = effective_status(&path, status, &body);
    // Whether v1 refused is known after reading only.
    if effective_status >= 400 {
        check_length(&body, LONGEST_SHORT_BODY)?;
    }
    Ok(Response { status, headers: std::mem::take(response.headers_mut()), body, path, effective_status })
}

/// Reads at most `limit` decoded bytes: a few of them on the wire can be a thousand times as many.
fn read_body(body: &mut Body, limit: u64) -> Result<Vec<u8>, Lost> {
    let mut bytes = Vec::new();
    let read = body.as_reader().take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| lost(&ureq::Error::from(error)))?;
    check_length(&bytes, limit)?;
    Ok(bytes)
}

fn check_length(body: &[u8], limit: u64) -> Result<(), Lost> {
    if body.len() as u64 > limit {
        return Err(Lost::Permanent(format!("the body is longer than {limit} bytes")));
    }
    Ok(())
}

fn lost(error: &ureq::Error) -> Lost {
    match error {
        // rustls reports a certificate that it does not trust as invalid data.
        ureq::Error::Io(cause) if cause.kind() == ErrorKind::InvalidData => Lost::Permanent(cause.to_string()),
        ureq::Error::Io(_)
        | ureq::Error::Timeout(_)
        | ureq::Error::ConnectionFailed
        | ureq::Error::HostNotFound
        | ureq::Error::Protocol(_)
        | ureq::Error::Decompress(..) => Lost::Transient(error.to_string()),
        _ => Lost::Permanent(error.to_string()),
    }
}
