//! The demo's output: its accounts, and requests that work exactly as printed, with curl alone.

use super::accounts::{DemoAccount, DemoAccounts, USER_PRICE_LEVEL};
use crate::output::print_line;
use anyhow::Context;
use catalog_domain::accounts::grant_for;
use catalog_domain::catalog::Catalog;
use http_common::Services;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Characters that need no encoding in a path: the unreserved characters of RFC 3986.
const ENCODED_IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Prints it.
///
/// # Errors
/// When no token can be issued or standard output cannot be written.
pub(super) fn print(
    address: SocketAddr,
    services: &Services,
    accounts: &DemoAccounts,
    has_portal: bool,
) -> anyhow::Result<()> {
    let base = format!("http://{}", reachable(address));
    let catalog = services.catalog.current();
    let token = ready_token(services, accounts.administrator.email)?;
    let mut lines = vec![String::new()];
    if has_portal {
        lines.push(format!("portal: {base}/portal  (sign in with an account below)"));
    }
    lines.append(&mut introduction(&catalog, accounts));
    lines.push(String::new());
    lines.push("# Log in; the token is valid for 24 hours".to_owned());
    lines.push(login_line(&base, &accounts.user));
    for (meaning, path) in requests(&catalog) {
        lines.push(format!("# {meaning}"));
        lines.push(format!(r#"curl -sS '{base}{path}' -H "Authorization: Bearer $TOKEN""#));
    }
    lines.push("# What an administrator sees, with a token that was issued just now".to_owned());
    let path = requests(&catalog).last().map(|(_, path)| path.clone()).unwrap_or_default();
    lines.push(format!("curl -sS '{base}{path}' -H 'Authorization: Bearer {token}'"));
    Ok(print_line(&lines.join("\n"))?)
}

fn introduction(catalog: &Catalog, accounts: &DemoAccounts) -> Vec<String> {
    let (products, sections) = (catalog.product_count(), catalog.sections().len());
    let storefront = catalog.storefront().as_str();
    let DemoAccounts { administrator, user } = accounts;
    vec![
        format!("{products} products in {sections} sections of {storefront} are served; Ctrl-C stops"),
        format!("user (price level {USER_PRICE_LEVEL}): {}  password: {}", user.email, user.password),
        format!("administrator: {}  password: {}", administrator.email, administrator.password),
        String::new(),
        "Requests to paste into another terminal:".to_owned(),
    ]
}

/// A shell line that logs in and stores the token; the response's JSON is parsed without further tools.
fn login_line(base: &str, account: &DemoAccount) -> String {
    let DemoAccount { email, password } = account;
    format!(
        "TOKEN=$(curl -sS '{base}/auth/token' -H 'Content-Type: application/json' \
         -d '{{\"login\":\"{email}\",\"password\":\"{password}\"}}' | sed 's/.*\"token\":\"\\([^\"]*\\)\".*/\\1/')"
    )
}

/// Example requests with their titles.
fn requests(catalog: &Catalog) -> Vec<(&'static str, String)> {
    let mut requests = vec![
        ("Who am I?", "/auth/v2/check".to_owned()),
        ("The first two levels of the section tree", "/api/v2/catalog/tree?depth=2".to_owned()),
    ];
    let sections = catalog.sections();
    if let Some(root) = sections.roots().next() {
        let path = format!("/api/v2/catalog/sections/{}", sections.node(root).section.id);
        requests.push(("A section with its vendors", format!("{path}?include=vendors")));
        requests.push((
            "Its products on sale that are available, the newest first",
            format!("{path}/products?available=true&sale=true&sort=-contentUpdatedAt&pageSize=3"),
        ));
    }
    if let Some(product) = catalog.products().next() {
        let stock_number = utf8_percent_encode(product.product.stock_number(), ENCODED_IN_PATHS);
        requests.push(("A product", format!("/api/v2/products/{stock_number}")));
    }
    requests
}

fn ready_token(services: &Services, email: &str) -> anyhow::Result<String> {
    let account = services.account_store.find_by_login(email)?.context("the account is gone")?;
    Ok(services.tokens.issue(grant_for(&account), services.clock.now())?.text)
}

/// The address to connect to: for a server that listens on all addresses, the loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
