//! A client with a token that reads JSON, over a connection that it opens again when it was lost.

use crate::workdir::PASSWORD;
use anyhow::{Context, ensure};
use catalog_testkit::process::{HttpClient, HttpRequest, HttpResponse};
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// How long a response is waited for: for an import or a long list, too.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) patience: Duration,
    connection: Option<HttpClient>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr, token: &str) -> Self {
        Self { address, token: token.to_owned(), patience: PATIENCE, connection: None }
    }

    pub(crate) fn patient(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    pub(crate) fn log_in(address: SocketAddr, login: &str) -> anyhow::Result<Self> {
        let mut client = Self::new(address, "");
        client.token = client.token_for(&login_request(login, PASSWORD, &[]))?;
        Ok(client)
    }

    pub(crate) fn token_for(&mut self, login: &HttpRequest) -> anyhow::Result<String> {
        let body = json_of(&self.fetch(login)?).with_context(|| format!("log in: {}", login.body))?;
        text(&body["data"], "token")
    }

    /// Sends a prepared request until `deadline`, and reads the response or discards its body.
    pub(crate) fn exchange(
        &mut self,
        request: &HttpRequest,
        deadline: Instant,
        whole: bool,
    ) -> io::Result<HttpResponse> {
        let mut open = match self.connection.take() {
            Some(open) => open,
            None => HttpClient::open(self.address, deadline)?,
        };
        open.set_deadline(deadline);
        let response = if whole { open.fetch(request)? } else { open.ask(request)? };
        // One that failed, or whose server has announced its end as nginx does after a thousand, is not used again.
        let is_last = response.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
        self.connection = Some(open).filter(|_| !is_last);
        Ok(response)
    }

    pub(crate) fn hang_up(&mut self) {
        self.connection = None;
    }

    pub(crate) fn fetch(&mut self, request: &HttpRequest) -> anyhow::Result<HttpResponse> {
        self.exchange(request, Instant::now() + self.patience, true).with_context(|| request.target.clone())
    }

    pub(crate) fn request(&self, target: &str, headers: &[(&str, &str)]) -> HttpRequest {
        HttpRequest::get(target, Some(&self.token), headers)
    }

    pub(crate) fn get(&mut self, target: &str, headers: &[(&str, &str)]) -> anyhow::Result<HttpResponse> {
        self.fetch(&self.request(target, headers))
    }

    /// Reads JSON, of nothing but a success.
    pub(crate) fn json(&mut self, target: &str) -> anyhow::Result<Value> {
        json_of(&self.get(target, &[])?).with_context(|| target.to_owned())
    }

    /// All public sections, the one with the most products first.
    pub(crate) fn sections(&mut self) -> anyhow::Result<Vec<Section>> {
        let list = self.json("/api/v2/catalog/sections")?;
        let section = |section: &Value| {
            let products = section["productCount"].as_u64().context("no productCount")?;
            let (is_root, is_leaf) = (section["parentSectionId"].is_null(), section["hasChildren"] == false);
            Ok(Section { id: text(section, "id")?, products, is_root, is_leaf })
        };
        let mut sections = items(&list).iter().map(section).collect::<anyhow::Result<Vec<_>>>()?;
        sections.sort_by(|one, other| other.products.cmp(&one.products).then_with(|| one.id.cmp(&other.id)));
        ensure!(!sections.is_empty(), "no sections");
        Ok(sections)
    }

    /// The stock numbers of a section's products, page by page, until there are so many.
    pub(crate) fn stock_numbers(&mut self, section: &Section, most: usize) -> anyhow::Result<Vec<String>> {
        let mut numbers = Vec::new();
        for page in 1.. {
            let page = self.json(&section.at(&format!("/products?pageSize=1000&page={page}")))?;
            for product in items(&page) {
                numbers.push(text(product, "stockNumber")?);
            }
            if items(&page).is_empty() || numbers.len() >= most {
                break;
            }
        }
        numbers.truncate(most);
        Ok(numbers)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub(crate) id: String,
    /// In its subtree.
    pub(crate) products: u64,
    pub(crate) is_root: bool,
    pub(crate) is_leaf: bool,
}

impl Section {
    /// What is below its address.
    pub(crate) fn at(&self, rest: &str) -> String {
        format!("/api/v2/catalog/sections/{}{rest}", self.id)
    }
}

pub(crate) fn login_request(login: &str, password: &str, headers: &[(&str, &str)]) -> HttpRequest {
    HttpRequest::post("/auth/token", headers, &json!({"login": login, "password": password}).to_string())
}

/// The JSON of a success: v1 reports errors only inside of it.
pub(crate) fn json_of(response: &HttpResponse) -> anyhow::Result<Value> {
    let excerpt = || String::from_utf8_lossy(&response.body[..response.body.len().min(300)]).into_owned();
    let value: Value = serde_json::from_slice(&response.body).with_context(|| format!("no JSON: {}", excerpt()))?;
    ensure!(response.status == 200 && value["status"] == true, "status {}: {}", response.status, excerpt());
    Ok(value)
}

pub(crate) fn items(response: &Value) -> &[Value] {
    response["data"]["items"].as_array().map_or(&[], Vec::as_slice)
}

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
