//! Envelopes for the error responses that the HTTP library sends before any of our code sees the request: malformed
//! HTTP, a head that is too large, or a timeout. They have no body, unlike all of ours.

use http_common::json::{Envelope, ErrorBody};
use http_common::request::RequestId;
use http_common::response::SECURITY_HEADERS;

const BARE_RESPONSES: [(&[u8], BareResponse); 3] = [
    (
        b"HTTP/1.1 400 ",
        BareResponse {
            code: 400,
            reason: "Bad Request",
            name: "ValidationError",
            message: "the request is not valid HTTP/1.1, or its target is longer than 64 KiB",
        },
    ),
    (
        b"HTTP/1.1 408 ",
        BareResponse {
            code: 408,
            reason: "Request Timeout",
            name: "RequestTimeoutError",
            message: "the request was not received in time",
        },
    ),
    (
        b"HTTP/1.1 431 ",
        BareResponse {
            code: 431,
            reason: "Request Header Fields Too Large",
            name: "RequestHeaderFieldsTooLargeError",
            message: "the request line and headers are too large",
        },
    ),
];

/// Part of such a response, and never of ours.
const NO_BODY: &[u8] = b"\r\ncontent-length: 0\r\n";
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

struct BareResponse {
    code: u16,
    reason: &'static str,
    name: &'static str,
    message: &'static str,
}

#[derive(Debug)]
pub(super) struct ErrorBodyRewriter {
    bytes: Vec<u8>,
    sent: usize,
    /// How many bytes it replaces.
    pub(super) replaced: usize,
}

impl ErrorBodyRewriter {
    /// The rest of the bytes.
    pub(super) fn rest(&self) -> &[u8] {
        self.bytes.get(self.sent..).unwrap_or_default()
    }

    /// Records that so many bytes were sent.
    pub(super) fn advance(&mut self, sent: usize) {
        self.sent += sent;
    }
}

/// The replacement of `response`; `None` when it is not one of those.
pub(super) fn rewriter(response: &[u8]) -> Option<ErrorBodyRewriter> {
    if !response.starts_with(b"HTTP/1.1 4") {
        return None;
    }
    let (_, bare) = BARE_RESPONSES.iter().find(|(start, _)| response.starts_with(start))?;
    let is_bare = response.ends_with(END_OF_HEAD) && response.windows(NO_BODY.len()).any(|part| part == NO_BODY);
    is_bare.then(|| ErrorBodyRewriter { bytes: bare.enveloped(), sent: 0, replaced: response.len() })
}

impl BareResponse {
    fn enveloped(&self) -> Vec<u8> {
        let envelope = Envelope::failure(ErrorBody {
            code: self.code,
            name: self.name,
            message: self.message.to_owned(),
            details: Vec::new(),
        });
        // Constant texts always serialise.
        let body = serde_json::to_string(&envelope).unwrap_or_default();
        let (code, reason, length, id) = (self.code, self.reason, body.len(), RequestId::make());
        let id = id.as_str();
        tracing::debug!(id, code, "{}", self.message);
        let headers = SECURITY_HEADERS.map(|(name, value)| format!("{name}: {value}\r\n")).concat();
        format!(
            "HTTP/1.1 {code} {reason}\r\ncontent-length: {length}\r\ncontent-type: application/json\r\n\
             cache-control: no-store\r\nx-request-id: {id}\r\n{headers}connection: close\r\n\r\n{body}"
        )
        .into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_responses_without_a_body_are_replaced() {
        let bare = "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        let replaced = rewriter(bare.as_bytes()).unwrap();
        assert_eq!(replaced.replaced, bare.len());
        let text = String::from_utf8(replaced.rest().to_vec()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", body.len())), "{head}");
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!((&body["status"], &body["error"]["code"]), (&false.into(), &431.into()));
        for ours in [
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "",
        ] {
            assert!(rewriter(ours.as_bytes()).is_none(), "{ours}");
        }
    }
}
