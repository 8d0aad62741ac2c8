//! What is asked, and what comes back.

use serde_json::Value;

/// A request that can be sent again and again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// The method.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// Names and values, in the order in which they are sent; `Host` and `Content-Length` are added.
    pub headers: Vec<(String, String)>,
    /// The body; usually empty.
    pub body: String,
}

/// A response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body as it was sent; empty when it was discarded.
    pub body: Vec<u8>,
    /// The bytes of the body, discarded or not.
    pub length: u64,
}

impl HttpRequest {
    /// A request with these headers and that body.
    pub fn new(method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { method: method.to_owned(), target: target.to_owned(), headers, body: body.to_owned() }
    }

    /// A GET request, with a token if there is one.
    pub fn get(target: &str, token: Option<&str>, headers: &[(&str, &str)]) -> Self {
        let request = Self::new("GET", target, headers, "");
        match token {
            Some(token) => request.with("Authorization", &format!("Bearer {token}")),
            None => request,
        }
    }

    /// A POST request with a JSON document.
    pub fn post(target: &str, headers: &[(&str, &str)], json: &str) -> Self {
        Self::new("POST", target, headers, json).with("Content-Type", "application/json")
    }

    /// The same with a further header.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// What goes over the wire, for connections that are not used as HTTP clients use them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { method, target, headers, body } = self;
        let mut head = format!("{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        if !body.is_empty() || method != "GET" {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        format!("{head}\r\n{body}").into_bytes()
    }
}

impl HttpResponse {
    /// The first header of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        let excerpt = || String::from_utf8_lossy(&self.body).into_owned();
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {} {}", self.status, excerpt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_what_it_was_given() {
        let request = HttpRequest::post("/a", &[("X-Forwarded-For", "192.0.2.1")], "{}");
        let expected = "POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nX-Forwarded-For: 192.0.2.1\r\n\
                        Content-Type: application/json\r\n\r\n{}";
        assert_eq!(String::from_utf8(request.to_bytes()).unwrap(), expected);
        let text = String::from_utf8(HttpRequest::get("/b", Some("t"), &[]).to_bytes()).unwrap();
        assert_eq!(text, "GET /b HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer t\r\n\r\n");
    }
}
