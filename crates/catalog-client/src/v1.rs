//! The wrapper of v1, whose refusals are HTTP 200.

use serde::Deserialize;

/// What says whether v1 refused, without the texts.
#[derive(Deserialize)]
struct Outcome {
    status: Option<bool>,
    error: Option<OutcomeCode>,
}

#[derive(Deserialize)]
struct OutcomeCode {
    code: Option<u16>,
}

/// Whether a path is one of v1.
fn is_v1(path: &str) -> bool {
    ["/api/v1/", "/auth/token/", "/auth/check"].iter().any(|prefix| path.starts_with(prefix))
}

/// The status that decides what to do: of v1 the code in its wrapper, else the HTTP status.
pub(crate) fn effective_status(path: &str, status: u16, body: &[u8]) -> u16 {
    if status != 200 || !is_v1(path) {
        return status;
    }
    match serde_json::from_slice(body) {
        Ok(Outcome { status: Some(false), error }) => error.and_then(|error| error.code).unwrap_or(400),
        _ => status,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_v1_counts_by_its_code() {
        let refused = br#"{"status": false, "data": {}, "error": {"code": 401, "name": "x", "message": "y"}}"#;
        let bare = br#"{"status": false, "data": [], "error": {}, "message": "no"}"#;
        let fine = br#"{"status": true, "data": [1], "error": {}, "message": ""}"#;
        for (path, status, body, expected) in [
            ("/api/v1/get/catalog", 200, &refused[..], 401),
            ("/auth/token/me%40x", 200, &refused[..], 401),
            ("/auth/check", 200, &bare[..], 400),
            ("/api/v1/get/catalog", 200, &fine[..], 200),
            ("/api/v1/get/catalog", 503, &refused[..], 503),
            ("/api/v1/get/catalog", 200, &b"<html>"[..], 200),
            ("/api/v2/catalog/tree", 200, &refused[..], 200),
        ] {
            assert_eq!(effective_status(path, status, body), expected, "{path}");
        }
    }
}
