//! What an attacker learns about a server before the attack: tokens, section ids, stock numbers.

use crate::client::{self, Client, Section, items, percent_encoded, text};
use crate::workdir::PASSWORD;
use anyhow::{Context, ensure};
use catalog_testkit::process::{HttpRequest, HttpResponse};
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

pub(crate) const ADMINISTRATOR: &str = "admin@hostile.example";
pub(crate) const READER: &str = "reader@hostile.example";
pub(crate) const ATTACKERS: [&str; 2] = ["attacker-1@hostile.example", "attacker-2@hostile.example"];
/// As many as it takes to have 50 snapshots: an account may have eight at once.
const COPIERS: u32 = 7;

pub(crate) fn copiers() -> impl Iterator<Item = String> {
    (0..COPIERS).map(|number| format!("copier-{number}@hostile.example"))
}

const LOGIN_SOURCES: usize = 250;
const PAGE: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    pub(crate) administrator: String,
    pub(crate) reader: String,
    /// Of the first attacker.
    pub(crate) attacker: String,
    pub(crate) copiers: Vec<String>,
    /// The cookie of a session of the first attacker on the portal.
    pub(crate) attacker_session: String,
    pub(crate) administrator_session: String,
    pub(crate) source_ids: Vec<String>,
    pub(crate) root_source_ids: Vec<String>,
    /// The root section with the most products.
    pub(crate) largest_section: Section,
    pub(crate) stock_numbers: Vec<String>,
    pub(crate) day: String,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) site: &'a Site,
    pub(crate) until: Instant,
}

impl Scene<'_> {
    pub(crate) fn get(&self, target: &str) -> HttpRequest {
        HttpRequest::get(target, Some(&self.site.attacker), &[])
    }
}

impl Site {
    /// How many full pages of so many products the largest section has, one at least.
    pub(crate) fn pages(&self, size: u64) -> usize {
        usize::try_from(self.largest_section.products / size).unwrap_or(1).max(1)
    }

    pub(crate) fn explore(address: SocketAddr) -> anyhow::Result<Self> {
        let mut client = Client::new(address, "");
        let administrator = log_in(&mut client, ADMINISTRATOR)?;
        let attacker = log_in(&mut client, ATTACKERS[0])?;
        let copiers = copiers().map(|login| log_in(&mut client, &login)).collect::<anyhow::Result<_>>()?;
        let reader = log_in(&mut client, READER)?;
        let attacker_session = sign_in(&mut client, ATTACKERS[0])?;
        let administrator_session = sign_in(&mut client, ADMINISTRATOR)?;
        client.token.clone_from(&reader);
        let (mut source_ids, mut root_source_ids) = (Vec::new(), Vec::new());
        collect_ids(&client.json("/api/v1/get/catalog")?["data"], &mut root_source_ids, &mut source_ids);
        let largest_section = client.sections()?.into_iter().find(|section| section.is_root).context("no sections")?;
        let tree = client.json("/api/v2/catalog/tree?depth=1")?;
        let day = text(&items(&tree)[0], "syncedAt")?.chars().take(10).collect();
        let stock_numbers = client.stock_numbers(&largest_section, PAGE)?;
        let stock_numbers = stock_numbers.iter().map(|number| percent_encoded(number)).collect();
        ensure!(!source_ids.is_empty() && largest_section.products > 0, "an empty catalog");
        Ok(Self {
            address,
            administrator,
            reader,
            attacker,
            copiers,
            attacker_session,
            administrator_session,
            source_ids,
            root_source_ids,
            largest_section,
            stock_numbers,
            day,
        })
    }
}

pub(crate) fn login_request(login: &str, password: &str, source: &str) -> HttpRequest {
    client::login_request(login, password, &[("X-Forwarded-For", source)])
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

fn log_in(client: &mut Client, login: &str) -> anyhow::Result<String> {
    client.token_for(&login_request(login, PASSWORD, &next_login_source()))
}

/// Signs in on the portal, as a browser does. Returns the session's cookie.
fn sign_in(client: &mut Client, login: &str) -> anyhow::Result<String> {
    let form = client.get("/portal/sign-in", &[])?;
    let visitor = cookie_of(&form).context("no cookie with the form")?;
    let page = String::from_utf8_lossy(&form.body).into_owned();
    let token = page.split("name=\"form_token\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let token = token.context("no token in the form")?;
    let fields = [("form_token", token), ("email", login), ("password", PASSWORD)];
    let body = fields.map(|(name, value)| format!("{name}={}", percent_encoded(value))).join("&");
    let headers = [("Cookie", &*visitor), ("X-Forwarded-For", &next_login_source())];
    let form = HttpRequest::new("POST", "/portal/sign-in", &headers, &body);
    let response = client.fetch(&form.with("Content-Type", "application/x-www-form-urlencoded"))?;
    cookie_of(&response).with_context(|| format!("sign in as {login}: status {}", response.status))
}

fn cookie_of(response: &HttpResponse) -> Option<String> {
    response.header("set-cookie")?.split(';').next().map(str::to_owned)
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ids_of_all_levels_are_collected() {
        let tree = json!([{"id": 1, "subSections": [{"id": 2, "subSections": [{"id": 3}]}, {"id": 4}]}, {"id": 5}]);
        let (mut roots, mut all) = (Vec::new(), Vec::new());
        collect_ids(&tree, &mut roots, &mut all);
        assert_eq!((roots.join(","), all.join(",")), ("1,5".into(), "1,2,3,4,5".into()));
    }

    #[test]
    fn sources_differ() {
        assert_eq!([source(0), source(257), source(1 << 24)], ["10.0.0.0", "10.0.1.1", "10.0.0.0"]);
    }
}
