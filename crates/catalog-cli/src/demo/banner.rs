//! The demo's output: its accounts, and lines for a shell that work exactly as printed.

use super::accounts::{DemoAccounts, USER_PRICE_LEVEL};
use super::{ALIVE_PRODUCTS, CHANGED_PRODUCTS, CHANGES_FILE, DATABASE_URL, PAUSE};
use crate::output::{print_line, quoted};
use crate::settings::reachable;
use anyhow::Context;
use catalog_app::App;
use catalog_index::Catalog;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::net::SocketAddr;
use std::path::Path;

/// Characters that need no encoding in a path: the unreserved characters of RFC 3986.
const ENCODED_IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What is printed once the demo is served.
pub struct Banner<'a> {
    /// Where it is served.
    pub address: SocketAddr,
    /// What serves it.
    pub app: &'a App,
    /// The accounts.
    pub accounts: &'a DemoAccounts,
    /// Whether there are pages.
    pub has_portal: bool,
    /// Whether the catalog goes on changing.
    pub is_alive: bool,
}

impl Banner<'_> {
    /// Prints it.
    ///
    /// # Errors
    /// When standard output cannot be written, or the current folder is gone.
    pub fn print(&self) -> anyhow::Result<()> {
        let base = format!("http://{}", reachable(self.address));
        let catalog = self.app.catalog.current();
        let formatted = if has_jq() { " | jq" } else { "" };
        let mut lines = self.introduction(&base, &catalog, formatted.is_empty());
        lines.append(&mut self.reads(&base, &catalog, formatted));
        lines.append(&mut second_act(&base, &catalog, formatted)?);
        Ok(print_line(&lines.join("\n"))?)
    }

    fn introduction(&self, base: &str, catalog: &Catalog, lacks_jq: bool) -> Vec<String> {
        let (products, sections) = (catalog.product_count(), catalog.sections().len());
        let storefront = catalog.storefront().as_str();
        let DemoAccounts { administrator, user } = self.accounts;
        let mut lines = vec![String::new()];
        if self.has_portal {
            lines.push(format!("portal: {base}/portal  (sign in with an account below)"));
        }
        lines.push(format!("{products} products in {sections} sections of {storefront} are served; Ctrl-C stops"));
        if self.is_alive {
            let (changed, seconds) = (ALIVE_PRODUCTS, PAUSE.as_secs());
            lines.push(format!("alive: {changed} products change every {seconds} seconds"));
        }
        lines.push(format!("user (price level {USER_PRICE_LEVEL}): {}  password: {}", user.email, user.password));
        lines.push(format!("administrator: {}  password: {}", administrator.email, administrator.password));
        lines.push(String::new());
        let hint = if lacks_jq { " (with jq installed they would format the responses)" } else { "" };
        lines.push(format!("Requests to paste into another terminal{hint}:"));
        lines
    }

    fn reads(&self, base: &str, catalog: &Catalog, formatted: &str) -> Vec<String> {
        let DemoAccounts { administrator, user } = self.accounts;
        let mut lines = vec!["# The user's key, valid for a day; programs keep one instead of a password".to_owned()];
        lines.push(format!("KEY={}", user.key.expose()));
        for (meaning, path) in requests(catalog) {
            lines.push(format!("# {meaning}"));
            lines.push(format!(r#"curl -sS '{base}{path}' -H "Authorization: Bearer $KEY"{formatted}"#));
        }
        if let Some(path) = example_product(catalog) {
            let key = administrator.key.expose();
            lines.push("# What an administrator sees".to_owned());
            lines.push(format!("curl -sS '{base}{path}' -H 'Authorization: Bearer {key}'{formatted}"));
        }
        lines
    }
}

/// An import and what a client of the change feed gets of it. The cursor is taken first, so that it works in this
/// order.
fn second_act(base: &str, catalog: &Catalog, formatted: &str) -> anyhow::Result<Vec<String>> {
    let Some(section) = example_section(catalog) else { return Ok(Vec::new()) };
    let header = r#"-H "Authorization: Bearer $KEY""#;
    Ok(vec![
        String::new(),
        format!("Then change {CHANGED_PRODUCTS} products and watch the feed:"),
        "# Where the feed of a section is now: a cursor, which every page of its products has".to_owned(),
        format!("CURSOR=$(curl -sS '{base}{section}/products?pageSize=1' {header} | {})", text_of("changesCursor")),
        "# Import the changes into the running demo; importing them again changes nothing".to_owned(),
        import_line(catalog)?,
        "# What a client gets: the changes since the cursor. Without any it waits for the next, up to 30 seconds"
            .to_owned(),
        format!(r#"curl -sS "{base}{section}/product-changes?cursor=$CURSOR&wait=30" {header}{formatted}"#),
    ])
}

/// A shell line that imports the report of changes, in the folder of the demo.
fn import_line(catalog: &Catalog) -> anyhow::Result<String> {
    let folder = std::env::current_dir().context("the current folder is gone")?;
    let program = std::env::current_exe().context("the program's file is not known")?;
    let program = program.strip_prefix(&folder).map_or_else(|_| program.clone(), |inside| Path::new(".").join(inside));
    let (folder, program) = (folder.to_string_lossy(), program.to_string_lossy());
    Ok(format!(
        "(cd {} && {} import --storefront-host {} --database-url {DATABASE_URL} {CHANGES_FILE})",
        quoted(&folder),
        quoted(&program),
        quoted(catalog.storefront().as_str())
    ))
}

/// A filter that finds a text in a response, with a program that every system has.
fn text_of(field: &str) -> String {
    format!(r#"sed 's/.*"{field}":"\([^"]*\)".*/\1/'"#)
}

fn has_jq() -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join("jq").is_file()))
}

fn requests(catalog: &Catalog) -> Vec<(&'static str, String)> {
    let mut requests = vec![
        ("Who am I?", "/auth/v2/check".to_owned()),
        ("The first two levels of the section tree", "/api/v2/catalog/tree?depth=2".to_owned()),
    ];
    if let Some(section) = example_section(catalog) {
        requests.push(("A section with its vendors", format!("{section}?include=vendors")));
        requests.push((
            "Its products on sale that are available, the newest first",
            format!("{section}/products?available=true&sale=true&sort=-contentUpdatedAt&pageSize=3"),
        ));
    }
    requests.extend(example_search(catalog).map(|path| ("A search, as a buyer types it", path)));
    requests.extend(example_product(catalog).map(|path| ("A product", path)));
    requests
}

/// The path of a section with others below it.
fn example_section(catalog: &Catalog) -> Option<String> {
    let sections = catalog.sections();
    let root = sections.roots().next()?;
    Some(format!("/api/v2/catalog/sections/{}", sections.id(root)))
}

/// A search for the first word of the full name of a product.
fn example_search(catalog: &Catalog) -> Option<String> {
    let product = catalog.products().next()?;
    let word = utf8_percent_encode(product.product.full_name().split_whitespace().next()?, ENCODED_IN_PATHS);
    Some(format!("/api/v2/products/search?q={word}&pageSize=3"))
}

fn example_product(catalog: &Catalog) -> Option<String> {
    let product = catalog.products().next()?;
    let stock_number = utf8_percent_encode(product.product.stock_number(), ENCODED_IN_PATHS);
    Some(format!("/api/v2/products/{stock_number}"))
}
