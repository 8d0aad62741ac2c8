//! A server with a small catalog, an administrator and a buyer, for one test.

use crate::browser::{Browser, Kind};
use crate::end_to_end::support::{CATALOG, PASSWORD, STOREFRONT, Sandbox, Server, until};
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
        let generated = Sandbox::new().run(&["generate", "--products", "2000", "--sections", "60", "--seed", "7"]);
        Self::over(&generated.stdout)
    }

    fn over(catalog: &str) -> Self {
        let sandbox = Sandbox::new();
        sandbox.must_import(catalog);
        sandbox.add_buyer();
        let boss = ["user", "add", ADMINISTRATOR, "--role", "admin", "--password-stdin"];
        let outcome = sandbox.run_with_input(&boss, PASSWORD);
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let mut command = sandbox.command(&["serve", "--bind", "127.0.0.1:0", "--refresh-interval-ms", "50"]);
        // Each test signs in more often than a person does.
        command.env("CATALOG_STOREFRONT_HOST", STOREFRONT).env("CATALOG_LOGIN_ATTEMPTS_PER_MINUTE", "1000");
        Self { server: Server::spawn(command), sandbox }
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

    /// Imports beside the server.
    pub(crate) fn import(&self, lines: &str) {
        self.sandbox.must_import(lines);
    }

    /// Disables an account beside the server, which notices it.
    pub(crate) fn disable(&self, email: &str) {
        let token = self.server.token();
        assert_eq!(self.sandbox.run(&["user", "disable", email]).code, Some(0));
        until("the server to notice", || (self.status_of("/auth/v2/check", &token) != 200).then_some(()));
    }

    /// Opens a browser for it; `None` when there is none.
    pub(crate) fn open(&self, kind: Kind) -> Option<Browser> {
        Browser::open(&self.origin(), kind)
    }
}

pub(crate) fn request_access(server: &Server, email: &str) {
    let body = json!({"email": email, "name": "Ann", "company": "Parts Ltd", "comment": "We sell pumps."});
    let json = [("content-type", "application/json")];
    assert_eq!(server.request("POST", "/auth/registration", &json, &body.to_string()).status, 202);
}

pub(crate) fn sign_in(browser: &Browser, email: &str, password: &str) {
    browser.visit("/portal/sign-in");
    browser.fill("E-mail", email);
    browser.fill("Password", password);
    browser.press("Sign in");
}
