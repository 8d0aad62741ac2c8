//! A server with a small catalog, an administrator and a buyer, for one test.

use crate::browser::{Browser, Kind};
use crate::end_to_end::support::{CATALOG, Sandbox, Server};
use serde_json::json;

pub(crate) const ADMINISTRATOR: &str = "boss@storefront.example";

pub(crate) struct Site {
    server: Server,
    sandbox: Sandbox,
}

impl Site {
    /// Starts one with two sections and two products.
    pub(crate) fn start() -> Self {
        Self::over(CATALOG)
    }

    /// Starts one that looks like a real one.
    pub(crate) fn start_with_generated_catalog() -> Self {
        Self::over(&Sandbox::new().generate("2000", "60", "7"))
    }

    /// Imports changes of many products of that one.
    pub(crate) fn import_changes(&self) {
        let catalog = ["generate", "--products", "2000", "--sections", "60", "--seed", "7", "--changes", "400"];
        self.import(&self.sandbox.must_run(&catalog));
    }

    fn over(catalog: &str) -> Self {
        let sandbox = Sandbox::new();
        sandbox.must_import(catalog);
        sandbox.add_buyer();
        sandbox.add_administrator(ADMINISTRATOR);
        std::fs::create_dir(sandbox.path("download")).unwrap();
        sandbox.write("download/catalog_client-0.2.0-py3-none-any.whl", "a package");
        // Each test signs in more often than a person does.
        let mut usual = vec!["--refresh-interval-ms", "50", "--login-attempts-per-minute", "1000"];
        usual.extend(["--download-folder", "download"]);
        let server = sandbox.serve(&usual);
        Self { server, sandbox }
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.server.address)
    }

    pub(crate) fn status_of(&self, target: &str, token: &str) -> u16 {
        self.server.get(target, token).status
    }

    pub(crate) fn request_access(&self, email: &str) {
        request_access(&self.server, email);
    }

    /// A file of the person at the browser.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        self.sandbox.write(name, text);
        self.sandbox.path(name).display().to_string()
    }

    /// Imports beside the server, and waits until that shows it.
    pub(crate) fn import(&self, lines: &str) {
        let report = self.sandbox.import(lines).json();
        self.server.until_revision(&report["revision"].to_string(), &self.server.token());
    }

    /// Opens a browser for it; `None` when there is none.
    pub(crate) fn open(&self, kind: Kind) -> Option<Browser> {
        Browser::open(&self.origin(), kind)
    }
}

pub(crate) fn request_access(server: &Server, email: &str) {
    let body = json!({"email": email, "name": "Ann", "company": "Parts Ltd", "comment": "We sell pumps."});
    assert_eq!(server.post("/auth/registration", &body).status, 202);
}

pub(crate) fn sign_in(browser: &Browser, email: &str, password: &str) {
    browser.visit("/portal/sign-in");
    browser.fill("E-mail", email);
    browser.fill("Password", password);
    browser.press("Sign in");
}
