//! The response to one request, read to its end.

use serde_json::{Value, json};

/// A response. Equal ones may have different request ids.
#[derive(Debug)]
pub struct TestResponse {
    /// The HTTP status.
    pub status: u16,
    /// All headers, by name.
    pub headers: Vec<(String, String)>,
    /// The body as text.
    pub body: String,
    /// The body as received.
    pub bytes: Vec<u8>,
}

impl TestResponse {
    /// The body as JSON; null when there is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// The value at `pointer` in `data`.
    pub fn data(&self, pointer: &str) -> Value {
        self.json()["data"].pointer(pointer).cloned().unwrap_or(Value::Null)
    }

    /// `data.items[*].<field>`.
    pub fn items(&self, field: &str) -> Vec<Value> {
        let items = self.data("/items");
        items.as_array().unwrap().iter().map(|item| item[field].clone()).collect()
    }

    /// The text of a header, if it is there.
    pub fn find_header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// The text of a header; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.find_header(name).unwrap_or_default()
    }

    /// `error.name`; empty on success.
    pub fn error_name(&self) -> String {
        self.json()["error"]["name"].as_str().unwrap_or_default().to_owned()
    }

    /// The status and `error.name`.
    pub fn outcome(&self) -> (u16, String) {
        (self.status, self.error_name())
    }

    /// The parameters or fields that `error.details` names.
    pub fn wrong_parameters(&self) -> Vec<String> {
        let details = self.json()["error"]["details"].clone();
        let details = details.as_array().cloned().unwrap_or_default();
        details.iter().map(|detail| detail["parameter"].as_str().unwrap().to_owned()).collect()
    }

    /// `error.code` and `error.name` of a failure of v1 that is HTTP 200.
    pub fn refusal(&self) -> (u64, String) {
        let json = self.json();
        assert_eq!((self.status, &json["status"]), (200, &Value::Bool(false)), "{}", self.body);
        assert_eq!((&json["data"], &json["message"]), (&json!({}), &"".into()));
        (json["error"]["code"].as_u64().unwrap(), json["error"]["name"].as_str().unwrap().to_owned())
    }
}

impl PartialEq for TestResponse {
    fn eq(&self, other: &Self) -> bool {
        let headers = |response: &Self| {
            let headers = response.headers.iter().filter(|(name, _)| name != "x-request-id");
            let mut headers: Vec<_> = headers.cloned().collect();
            headers.sort();
            headers
        };
        (self.status, &self.bytes, headers(self)) == (other.status, &other.bytes, headers(other))
    }
}
