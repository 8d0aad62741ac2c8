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
        std::fs::create_dir(sandbox.path("download")).unwrap();
        sandbox.write("download/catalog_client-0.2.0-py3-none-any.whl", "a package");
        let mut command = sandbox.command(&["serve", "--bind", "127.0.0.1:0", "--refresh-interval-ms", "50"]);
        command.env("CATALOG_DOWNLOAD_FOLDER", sandbox.path("download"));
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
    pub(crate) async fn open(&self, kind: Kind) -> Option<Browser> {
        Browser::open(&self.origin(), kind).await
    }
}

pub(crate) fn request_access(server: &Server, email: &str) {
    let body = json!({"email": email, "name": "Ann", "company": "Parts Ltd", "comment": "We sell pumps."});
    let json = [("content-type", "application/json")];
    assert_eq!(server.request("POST", "/auth/registration", &json, &body.to_string()).status, 202);
}

pub(crate) async fn sign_in(browser: &Browser, email: &str, password: &str) {
    browser.visit("/portal/sign-in").await;
    browser.fill("E-mail", email).await;
    browser.fill("Password", password).await;
    browser.press("Sign in").await;
}
