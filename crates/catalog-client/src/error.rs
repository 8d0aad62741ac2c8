//! What went wrong: what the service refused, and what never got a usable response.

use crate::retry::is_transient;
use safe_output::Printable;
use serde::Deserialize;
use std::time::Duration;

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The service refused the request.
    #[error(transparent)]
    Refused(Box<CatalogError>),
    /// No attempt got a usable response.
    #[error("no usable response: {}", Printable::new(.0))]
    Connection(String),
    /// The response is not as documented.
    #[error("the response to {} cannot be used: {}", Printable::new(path), Printable::new(reason))]
    UnexpectedBody {
        /// The path of the request, without its query.
        path: String,
        /// What is wrong with the response.
        reason: String,
    },
    /// The options of the client cannot be used.
    #[error("{0}")]
    Options(String),
}

impl ClientError {
    /// What the service said, if it is the service that refused.
    pub fn refusal(&self) -> Option<&CatalogError> {
        match self {
            Self::Refused(error) => Some(error),
            _ => None,
        }
    }

    /// A list or a feed that says that it has more, and does not advance.
    pub(crate) fn no_progress(path: String) -> Self {
        Self::UnexpectedBody { path, reason: "it says that there is more, but does not advance".into() }
    }

    /// Whether the service is one that does not have the route yet.
    pub(crate) fn is_unknown_route(&self) -> bool {
        self.is_named("NotFoundError")
    }

    /// Whether the service refused this parameter.
    pub(crate) fn names_parameter(&self, name: &str) -> bool {
        self.refusal().is_some_and(|error| error.names_parameter(name))
    }

    /// Whether the same request may succeed later.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Refused(error) => is_transient(error.status),
            Self::Connection(_) => true,
            Self::UnexpectedBody { .. } | Self::Options(_) => false,
        }
    }

    /// Whether the service refused with this error name.
    pub fn is_named(&self, name: &str) -> bool {
        self.refusal().is_some_and(|error| error.name == name)
    }
}

/// A refusal of the service.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{status} {}: {}", Printable::new(name), Printable::new(message))]
pub struct CatalogError {
    /// The HTTP status; for v1, which refuses with a 200, the code of its wrapper.
    pub status: u16,
    /// The service's `error.name`, such as `ProductNotFoundError`; `UnexpectedResponseError` if a proxy responded.
    pub name: String,
    /// The text for people. It may change; programs read `name`.
    pub message: String,
    /// The id by which the service's administrators find the request in their log.
    pub request_id: Option<String>,
    /// The revision of the catalog that the refusal is of, if the service named it.
    pub revision: Option<u64>,
    /// How long to wait before the next attempt, if the service named it.
    pub retry_after: Option<Duration>,
    /// Which parameters were wrong; empty when the error is not about parameters.
    pub details: Vec<ErrorDetail>,
}

/// A parameter or field that the service refused, and why.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ErrorDetail {
    /// The parameter or field.
    pub parameter: String,
    /// What is wrong with it.
    pub reason: String,
}

impl CatalogError {
    /// Whether this parameter was wrong.
    pub(crate) fn names_parameter(&self, name: &str) -> bool {
        self.status == 400 && self.details.iter().any(|detail| detail.parameter == name)
    }

    /// Reads the envelope of an error; what a proxy wrote has none.
    pub(crate) fn parse(status: u16, body: &[u8], request_id: Option<String>, retry_after: Option<Duration>) -> Self {
        let wrapper: Wrapper = serde_json::from_slice(body).unwrap_or_default();
        let error = wrapper.error.unwrap_or_default();
        let message = error.message.or(wrapper.message).filter(|message| !message.is_empty());
        Self {
            status,
            name: error.name.unwrap_or_else(|| "UnexpectedResponseError".into()),
            message: message.unwrap_or_else(|| "the response is no error of the service".into()),
            request_id,
            revision: None,
            retry_after,
            details: error.details,
        }
    }
}

/// `{status, data, error, message}` without the data.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Wrapper {
    status: Option<bool>,
    error: Option<WrapperError>,
    message: Option<String>,
}

/// What went wrong; empty on success.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct WrapperError {
    code: Option<u16>,
    name: Option<String>,
    message: Option<String>,
    details: Vec<ErrorDetail>,
}
