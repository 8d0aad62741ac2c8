//! What an attacker learns about a server before the attack: tokens, section ids, stock numbers.

use crate::http::{Connection, Response, get, post};
use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The administrator's login.
pub(crate) const ADMINISTRATOR: &str = "admin@hostile.example";
/// The quiet reader's login.
pub(crate) const READER: &str = "reader@hostile.example";
/// The attackers' logins: active accounts.
pub(crate) const ATTACKERS: [&str; 2] = ["attacker-1@hostile.example", "attacker-2@hostile.example"];
/// The password of all users.
pub(crate) const PASSWORD: &str = "a long password";

/// How long one preparing request may take.
const DEADLINE: Duration = Duration::from_secs(60);
/// Honest logins come from so many addresses.
const LOGIN_SOURCES: usize = 250;
/// How many products a page has at most.
const PAGE: u64 = 1_000;

/// A server and its known data.
#[derive(Debug)]
pub(crate) struct Site {
    /// Its address.
    pub(crate) address: SocketAddr,
    /// The administrator's token.
    pub(crate) administrator: String,
    /// The quiet reader's token.
    pub(crate) reader: String,
    /// The attackers' tokens.
    pub(crate) attackers: Vec<String>,
    /// v1's ids of all sections.
    pub(crate) source_ids: Vec<String>,
    /// v1's ids of the root sections.
    pub(crate) root_source_ids: Vec<String>,
    /// The root section with the most products, and how many.
    pub(crate) largest_section: (String, u64),
    /// Stock numbers of some of its products, percent-encoded.
    pub(crate) stock_numbers: Vec<String>,
    /// The day of the import, such as 2026-11-22.
    pub(crate) day: String,
}

/// The inputs of an attack.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// The server.
    pub(crate) site: &'a Site,
    /// When it is over.
    pub(crate) until: Instant,
}

impl Scene<'_> {
    /// The token of the attacker with that number, modulo how many there are.
    pub(crate) fn token(&self, number: usize) -> Option<&str> {
        self.site.attackers.get(number % self.site.attackers.len().max(1)).map(String::as_str)
    }
}

impl Site {
    /// Logs all users in and collects ids.
    ///
    /// # Errors
    /// When the server does not respond as documented.
    pub(crate) fn explore(address: SocketAddr) -> anyhow::Result<Self> {
        let mut connection = Connection::open(address, Instant::now() + DEADLINE)?;
        let reader = log_in(&mut connection, READER)?;
        let administrator = log_in(&mut connection, ADMINISTRATOR)?;
        let attackers: anyhow::Result<_> = ATTACKERS.iter().map(|login| log_in(&mut connection, login)).collect();
        let v1_tree = fetch(&mut connection, &get("/api/v1/get/catalog", Some(&reader), &[]))?;
        let (mut source_ids, mut root_source_ids) = (Vec::new(), Vec::new());
        collect_ids(&v1_tree["data"], &mut root_source_ids, &mut source_ids);
        let roots = fetch(&mut connection, &get("/api/v2/catalog/tree?depth=1", Some(&reader), &[]))?;
        let roots = roots["data"]["items"].as_array().context("a tree without items")?;
        let count = |section: &&Value| section["productCount"].as_u64().unwrap_or(0);
        let largest = roots.iter().max_by_key(count).context("no sections")?;
        let largest_section = (text(&largest["id"])?, count(&largest));
        let day = text(&largest["syncedAt"])?.chars().take(10).collect();
        let page = format!("/api/v2/catalog/sections/{}/products?pageSize={PAGE}", largest_section.0);
        let page = fetch(&mut connection, &get(&page, Some(&reader), &[]))?;
        let items = page["data"]["items"].as_array().context("a page without items")?;
        let stock_number = |item: &Value| text(&item["stockNumber"]).map(|text| percent_encoded(&text));
        let stock_numbers = items.iter().map(stock_number).collect::<anyhow::Result<_>>()?;
        ensure!(!source_ids.is_empty() && largest_section.1 > 0, "an empty catalog");
        let attackers = attackers?;
        Ok(Self {
            address,
            administrator,
            reader,
            attackers,
            source_ids,
            root_source_ids,
            largest_section,
            stock_numbers,
            day,
        })
    }
}

/// The request of a login from an address.
pub(crate) fn login_request(login: &str, password: &str, source: &str) -> Vec<u8> {
    let body = json!({"login": login, "password": password}).to_string();
    post("/auth/token", &[("X-Forwarded-For", source)], &body)
}

/// The address of one of millions of sources.
pub(crate) fn source(number: usize) -> String {
    let [_, a, b, c] = u32::try_from(number % (1 << 24)).unwrap_or(0).to_be_bytes();
    format!("10.{a}.{b}.{c}")
}

/// The address of the next honest login: always another one, because each may log in ten times a minute, and some
/// stores still count logins of an earlier server.
pub(crate) fn next_login_source() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("192.0.2.{}", 1 + NEXT.fetch_add(1, Ordering::Relaxed) % LOGIN_SOURCES)
}

fn log_in(connection: &mut Connection, login: &str) -> anyhow::Result<String> {
    let request = login_request(login, PASSWORD, &next_login_source());
    let body = fetch(connection, &request).with_context(|| format!("log in {login}"))?;
    text(&body["data"]["token"])
}

fn fetch(connection: &mut Connection, request: &[u8]) -> anyhow::Result<Value> {
    let Response { status, body, .. } = connection.fetch(request)?;
    if status != 200 {
        bail!("status {status}: {}", String::from_utf8_lossy(&body));
    }
    Ok(serde_json::from_slice(&body)?)
}

/// Collects the ids of v1's nodes, and those of the first level separately.
fn collect_ids(nodes: &Value, roots: &mut Vec<String>, all: &mut Vec<String>) {
    for node in nodes.as_array().into_iter().flatten() {
        let id = node["id"].to_string();
        roots.push(id.clone());
        all.push(id);
        collect_ids(&node["subSections"], &mut Vec::new(), all);
    }
}

/// A text as one segment of a path.
fn percent_encoded(text: &str) -> String {
    let encode =
        |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encode).collect()
}

fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().context("a text is missing in a response")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_all_levels_are_collected() {
        let tree = json!([{"id": 1, "subSections": [{"id": 2, "subSections": [{"id": 3}]}, {"id": 4}]}, {"id": 5}]);
        let (mut roots, mut all) = (Vec::new(), Vec::new());
        collect_ids(&tree, &mut roots, &mut all);
        assert_eq!((roots.join(","), all.join(",")), ("1,5".into(), "1,2,3,4,5".into()));
    }

    #[test]
    fn whatever_is_in_a_stock_number_is_one_segment() {
        assert_eq!(percent_encoded("A/1 %ж"), "A%2F1%20%25%D0%B6");
    }

    #[test]
    fn sources_differ() {
        assert_eq!([source(0), source(257), source(1 << 24)], ["10.0.0.0", "10.0.1.1", "10.0.0.0"]);
    }
}
