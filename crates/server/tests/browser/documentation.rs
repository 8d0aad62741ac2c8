//! The page `/docs` of a demo: everything on it works as it stands.

use crate::browser::{Browser, Kind};
use crate::end_to_end::support::{Sandbox, Server};
use serde_json::Value;

/// What the demo prints last: the changes since a cursor.
const LAST_LINE: &str = "wait=30";

pub(crate) fn start_demo(sandbox: &Sandbox) -> (Server, Vec<String>) {
    let server = Server::spawn(sandbox.command(&["demo", "--bind", "127.0.0.1:0"]));
    let mut lines = vec![server.line()];
    while lines.last().is_some_and(|line| !line.contains(LAST_LINE)) {
        lines.push(server.line());
    }
    (server, lines)
}

/// The login and password of the demo's administrator.
pub(crate) fn administrator(lines: &[String]) -> (&str, &str) {
    let account = lines.iter().find_map(|line| line.strip_prefix("administrator: ")).unwrap();
    account.split_once("  password: ").unwrap()
}

pub(crate) fn block(tag: &str, operation: &str) -> String {
    format!("//*[@id='operations-{tag}-{operation}']")
}

/// Opens a closed operation, and closes an open one.
fn open_or_close(browser: &Browser, block: &str) {
    browser.find(&format!("{block}//button[contains(@class,'opblock-summary-control')]")).click();
}

/// Sends the operation's request as the page fills it in, waits for the response's status, and closes it: a page with
/// many open operations takes seconds to show one more.
fn execute(browser: &Browser, tag: &str, operation: &str, status: u16) {
    let block = block(tag, operation);
    open_or_close(browser, &block);
    browser.find(&format!("{block}//button[contains(@class,'execute')]")).click();
    let response =
        format!("{block}//table[contains(@class,'live-responses-table')]//td[contains(@class,'col_status')]");
    browser.find(&format!("{response}[starts-with(normalize-space(.),'{status}')]"));
    open_or_close(browser, &block);
}

#[test]
fn requests_of_the_page_work_as_they_stand_and_its_token_survives_a_reload() {
    let sandbox = Sandbox::new();
    let (server, _) = start_demo(&sandbox);
    let origin = format!("http://{}", server.address);
    let Some(browser) = Browser::open(&origin, Kind::Desktop) else { return };
    browser.visit("/docs/");
    execute(&browser, "Authorization", "check_token", 401);
    assert_eq!(browser.run("return document.title"), "Catalog API");
    execute(&browser, "Authorization", "issue_token", 200);
    execute(&browser, "Authorization", "check_token", 200);
    browser.visit("/docs/?reloaded");
    for (tag, operation) in [
        ("Authorization", "check_token"),
        ("Sections", "get_section_tree"),
        ("Sections", "get_section"),
        ("Products", "list_section_products"),
        ("Products", "get_product"),
        ("Products", "list_products"),
        ("Changes", "list_product_changes"),
        ("Changes", "summarize_product_changes"),
    ] {
        execute(&browser, tag, operation, 200);
    }
    assert_eq!(browser.run("return localStorage.length"), 0, "the token stays in its tab");
    execute(&browser, "Authorization", "issue_administrator_token", 200);
    execute(&browser, "Users", "list_users", 200);
}

#[test]
fn the_examples_of_parameters_name_what_the_demo_has() {
    let sandbox = Sandbox::new();
    let (server, lines) = start_demo(&sandbox);
    let (email, password) = administrator(&lines);
    let login = serde_json::json!({"login": email, "password": password}).to_string();
    let response = server.request("POST", "/auth/admin/login", &[("Content-Type", "application/json")], &login);
    let response: Value = serde_json::from_slice(&response.body).unwrap();
    let token = response["data"]["token"].as_str().unwrap().to_owned();
    let document: Value = serde_json::from_slice(&server.get("/openapi/v2.json", "").body).unwrap();
    let mut requested = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let parameters = item["get"]["parameters"].as_array().into_iter().flatten();
        let examples: Vec<_> = parameters.filter(|parameter| !parameter["example"].is_null()).collect();
        if examples.is_empty() || path.contains("/product-changes") {
            continue;
        }
        let mut target = path.clone();
        for parameter in examples {
            let name = parameter["name"].as_str().unwrap();
            let listed = parameter["example"]
                .as_array()
                .map(|items| items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","));
            let value = listed.unwrap_or_else(|| parameter["example"].as_str().unwrap().to_owned());
            target = match parameter["in"].as_str() {
                Some("path") => target.replace(&format!("{{{name}}}"), &value),
                _ => format!("{target}?{name}={value}"),
            };
        }
        let response = server.get(&target, &token);
        assert_eq!(response.status, 200, "{target}");
        let text = String::from_utf8_lossy(&response.body);
        assert!(!text.contains(r#""missing":[""#), "{target}: {text}");
        requested += 1;
    }
    assert_eq!(requested, 13);
}
