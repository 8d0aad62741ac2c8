//! The envelope of every response body (`docs/contract.md#envelope`).

use serde::Serialize;

/// `{status, data, error, message}`. The empty side is `{}`.
#[derive(Debug, Clone, Serialize)]
pub struct Envelope<D, E> {
    /// Whether the request succeeded.
    pub status: bool,
    /// The payload; `{}` on error.
    pub data: D,
    /// `{}` on success.
    pub error: E,
    /// Human-readable text; empty in v2.
    pub message: String,
}

/// The JSON before the data of a success, for bodies that are written and not serialised.
pub const SUCCESS_HEAD: &str = r#"{"status":true,"data":"#;

/// The JSON after the data of a success without a message.
pub const SUCCESS_TAIL: &str = r#","error":{},"message":""}"#;

/// Serialises as `{}`.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Empty {}

/// What went wrong.
#[derive(Debug, Clone, Serialize)]
pub struct ErrorBody {
    /// The HTTP status that belongs to the error.
    pub code: u16,
    /// The error's name, machine-readable.
    pub name: &'static str,
    /// The error's human-readable text.
    pub message: String,
    /// Which parameters were wrong, and why; absent when the error is not about parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<ErrorDetail>,
}

/// One wrong parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorDetail {
    /// The parameter's name.
    pub parameter: String,
    /// What is wrong with it.
    pub reason: String,
}

impl<D> Envelope<D, Empty> {
    /// A success.
    pub fn success(data: D) -> Self {
        Self { status: true, data, error: Empty {}, message: String::new() }
    }
}

impl Envelope<Empty, ErrorBody> {
    /// A failure.
    pub fn failure(error: ErrorBody) -> Self {
        Self { status: false, data: Empty {}, error, message: String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_success_that_is_written_reads_as_one_that_is_serialised() {
        let serialised = serde_json::to_string(&Envelope::success([1, 2])).unwrap();
        assert_eq!(format!("{SUCCESS_HEAD}[1,2]{SUCCESS_TAIL}"), serialised);
    }
}
