//! The part of the WebDriver protocol by which the tests steer a browser: one request at a time, with JSON.

use catalog_testkit::process::{HttpClient, HttpRequest};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// Names the id of an element in a response.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// Longer than any test takes.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

/// Keys as `send_keys` takes them.
pub(crate) const TAB: &str = "\u{E004}";
pub(crate) const ENTER: &str = "\u{E007}";

/// What went wrong, in the driver's words.
#[derive(Debug)]
pub(crate) struct Problem(Value);

impl Problem {
    /// Whether the element is one of a page that is gone.
    pub(crate) fn is_stale_element(&self) -> bool {
        self.0["error"] == "stale element reference"
    }
}

pub(crate) struct Session {
    connection: RefCell<HttpClient>,
    path: String,
}

impl Session {
    /// Opens a browser with these options of Chromium.
    pub(crate) fn open(driver: &str, options: &Value) -> Self {
        let connection = HttpClient::open(driver.parse().unwrap(), Instant::now() + LIFETIME).unwrap();
        let mut session = Self { connection: RefCell::new(connection), path: "/session".into() };
        let capabilities = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let opened = session.post("", &capabilities).unwrap();
        session.path = format!("/session/{}", opened["sessionId"].as_str().unwrap());
        session
    }

    /// The value of a GET command below the session.
    pub(crate) fn get(&self, command: &str) -> Result<Value, Problem> {
        self.send("GET", command, "")
    }

    pub(crate) fn post(&self, command: &str, arguments: &Value) -> Result<Value, Problem> {
        self.send("POST", command, &arguments.to_string())
    }

    pub(crate) fn delete(&self, command: &str) -> Result<Value, Problem> {
        self.send("DELETE", command, "")
    }

    /// The first element of an XPath expression.
    pub(crate) fn find(&self, path: &str) -> Result<Element<'_>, Problem> {
        self.post("/element", &json!({"using": "xpath", "value": path})).map(|found| self.element(&found))
    }

    pub(crate) fn active(&self) -> Element<'_> {
        self.element(&self.get("/element/active").unwrap())
    }

    /// The result of a script, `sync`, or what it calls its last argument with, `async`.
    pub(crate) fn execute(&self, kind: &str, script: &str) -> Value {
        self.post(&format!("/execute/{kind}"), &json!({"script": script, "args": []})).unwrap()
    }

    fn element(&self, found: &Value) -> Element<'_> {
        Element { session: self, path: format!("/element/{}", found[ELEMENT].as_str().unwrap()) }
    }

    fn send(&self, method: &str, command: &str, body: &str) -> Result<Value, Problem> {
        let json = [("Content-Type", "application/json"), ("Host", "localhost")];
        let request = HttpRequest::new(method, &format!("{}{command}", self.path), &json, body);
        let response = self.connection.borrow_mut().fetch(&request).unwrap();
        let value = response.json()["value"].take();
        if response.status == 200 { Ok(value) } else { Err(Problem(value)) }
    }
}

/// An element of the page that was shown when it was found.
pub(crate) struct Element<'a> {
    session: &'a Session,
    path: String,
}

impl Element<'_> {
    pub(crate) fn click(&self) {
        self.post("click", &json!({}));
    }

    pub(crate) fn double_click(&self) {
        let element = self.path.trim_start_matches("/element/");
        let [down, up] = ["pointerDown", "pointerUp"].map(|kind| json!({"type": kind, "button": 0}));
        let there = json!({"type": "pointerMove", "x": 0, "y": 0, "origin": {ELEMENT: element}});
        let mouse = json!({"type": "pointer", "id": "mouse", "actions": [there, down, up, down, up]});
        self.session.post("/actions", &json!({ "actions": [mouse] })).unwrap();
    }

    pub(crate) fn clear(&self) {
        self.post("clear", &json!({}));
    }

    pub(crate) fn send_keys(&self, text: &str) {
        self.post("value", &json!({ "text": text }));
    }

    /// Chooses an option of a list by its value.
    pub(crate) fn select(&self, value: &str) {
        let option = json!({"using": "css selector", "value": format!("option[value='{value}']")});
        let option = self.session.post(&format!("{}/element", self.path), &option).unwrap();
        self.session.element(&option).click();
    }

    pub(crate) fn text(&self) -> String {
        self.get("text").unwrap().as_str().unwrap().to_owned()
    }

    /// `attribute/NAME`, `property/NAME`, `enabled`, `text`.
    pub(crate) fn get(&self, what: &str) -> Result<Value, Problem> {
        self.session.get(&format!("{}/{what}", self.path))
    }

    fn post(&self, command: &str, arguments: &Value) {
        self.session.post(&format!("{}/{command}", self.path), arguments).unwrap();
    }
}
