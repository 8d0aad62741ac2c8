//! A client that is logged in and reads JSON.

use crate::workdir::PASSWORD;
use anyhow::{Context, ensure};
use catalog_testkit::process::{HttpClient, HttpRequest, HttpResponse};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// How long the connection may be used: longer than any tool runs.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

pub(crate) struct Client {
    connection: HttpClient,
    pub(crate) token: String,
}

impl Client {
    /// Connects with a token that somebody has.
    ///
    /// # Errors
    /// When the server does not accept the connection.
    pub(crate) fn connect(address: SocketAddr, token: &str) -> anyhow::Result<Self> {
        let connection = HttpClient::open(address, Instant::now() + LIFETIME);
        Ok(Self { connection: connection.with_context(|| format!("connect to {address}"))?, token: token.to_owned() })
    }

    /// Connects and logs in.
    ///
    /// # Errors
    /// When the login is refused.
    pub(crate) fn log_in(address: SocketAddr, login: &str) -> anyhow::Result<Self> {
        let mut client = Self::connect(address, "")?;
        client.token = client.token_for(&login_request(login, PASSWORD, &[]))?;
        Ok(client)
    }

    /// Sends a login. Returns the token.
    ///
    /// # Errors
    /// When it is refused.
    pub(crate) fn token_for(&mut self, login: &HttpRequest) -> anyhow::Result<String> {
        let body = json_of(&self.fetch(login)?).with_context(|| format!("log in: {}", login.body))?;
        text(&body["data"], "token")
    }

    /// Sends a prepared request.
    ///
    /// # Errors
    /// When no well-formed response comes.
    pub(crate) fn fetch(&mut self, request: &HttpRequest) -> anyhow::Result<HttpResponse> {
        self.connection.fetch(request).with_context(|| request.target.clone())
    }

    /// Sends a GET request.
    ///
    /// # Errors
    /// When no well-formed response comes.
    pub(crate) fn get(&mut self, target: &str, headers: &[(&str, &str)]) -> anyhow::Result<HttpResponse> {
        let request = HttpRequest::get(target, Some(&self.token), headers);
        self.fetch(&request)
    }

    /// Reads JSON.
    ///
    /// # Errors
    /// When the response is no success.
    pub(crate) fn json(&mut self, target: &str) -> anyhow::Result<Value> {
        json_of(&self.get(target, &[])?).with_context(|| target.to_owned())
    }

    /// The stock numbers of a section's products, as they are written in a path, page by page, until there are so many.
    ///
    /// # Errors
    /// When a response is no success.
    pub(crate) fn stock_numbers(&mut self, section: &str, most: usize) -> anyhow::Result<Vec<String>> {
        let mut numbers = Vec::new();
        for page in 1.. {
            let page = self.json(&format!("/api/v2/catalog/sections/{section}/products?pageSize=1000&page={page}"))?;
            for product in items(&page) {
                numbers.push(percent_encoded(&text(product, "stockNumber")?));
            }
            if items(&page).is_empty() || numbers.len() >= most {
                break;
            }
        }
        numbers.truncate(most);
        Ok(numbers)
    }
}

/// The request by which somebody logs in.
pub(crate) fn login_request(login: &str, password: &str, headers: &[(&str, &str)]) -> HttpRequest {
    HttpRequest::post("/auth/token", headers, &json!({"login": login, "password": password}).to_string())
}

/// The JSON of a success: v1 reports errors only inside of it.
///
/// # Errors
/// When it is neither a success nor JSON.
pub(crate) fn json_of(response: &HttpResponse) -> anyhow::Result<Value> {
    let excerpt = || String::from_utf8_lossy(&response.body[..response.body.len().min(300)]).into_owned();
    let value: Value = serde_json::from_slice(&response.body).with_context(|| format!("no JSON: {}", excerpt()))?;
    ensure!(response.status == 200 && value["status"] == true, "status {}: {}", response.status, excerpt());
    Ok(value)
}

pub(crate) fn items(response: &Value) -> &[Value] {
    response["data"]["items"].as_array().map_or(&[], Vec::as_slice)
}

/// A text of an object.
///
/// # Errors
/// When it has none of that name.
pub(crate) fn text(object: &Value, name: &str) -> anyhow::Result<String> {
    object[name].as_str().map(str::to_owned).with_context(|| format!("no {name} in {object}"))
}

/// A text as one segment of a path, or one value of a query.
pub(crate) fn percent_encoded(text: &str) -> String {
    let encode =
        |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_in_a_stock_number_is_one_segment() {
        assert_eq!(percent_encoded("A/1 %ж"), "A%2F1%20%25%D0%B6");
    }

    #[test]
    fn what_is_no_success_is_not_taken_for_one() {
        let response = |status, body: &str| HttpResponse { status, body: body.into(), ..HttpResponse::default() };
        assert!(json_of(&response(200, r#"{"status": true}"#)).is_ok());
        for (status, body) in [(404, r#"{"status": true}"#), (200, r#"{"status": false}"#), (200, "<html>")] {
            assert!(json_of(&response(status, body)).is_err(), "{status} {body}");
        }
    }
}
