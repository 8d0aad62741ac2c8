//! A server over the store of a sandbox.

use super::fixture::{BUYER, PASSWORD};
use super::sandbox::Sandbox;
use super::until;
use catalog_testkit::process::{HttpResponse, ServerProcess};
use serde_json::{Value, json};
use std::ops::{Deref, DerefMut};
use std::process::Command;

pub(crate) struct Server {
    process: ServerProcess,
    pub(crate) address: String,
}

impl Server {
    /// Starts `catalog serve` on a free port, as it is used, and waits until it responds.
    pub(crate) fn start(sandbox: &Sandbox) -> Self {
        sandbox.serve(&["--refresh-interval-ms", "50"])
    }

    /// Starts a command that serves, and waits until it prints its address.
    pub(crate) fn spawn(mut command: Command) -> Self {
        let process = ServerProcess::start(&mut command).unwrap_or_else(|problem| panic!("{problem}"));
        Self { address: process.address.to_string(), process }
    }

    pub(crate) fn get(&self, target: &str, token: &str) -> HttpResponse {
        self.request("GET", target, &[("authorization", &format!("Bearer {token}"))], "")
    }

    pub(crate) fn post(&self, target: &str, body: &Value) -> HttpResponse {
        self.request("POST", target, &[("content-type", "application/json")], &body.to_string())
    }

    pub(crate) fn log_in(&self) -> HttpResponse {
        self.log_in_as(BUYER)
    }

    pub(crate) fn log_in_as(&self, email: &str) -> HttpResponse {
        self.post("/auth/token", &json!({"login": email, "password": PASSWORD}))
    }

    pub(crate) fn token(&self) -> String {
        self.token_of(BUYER)
    }

    pub(crate) fn token_of(&self, email: &str) -> String {
        let response = self.log_in_as(email);
        assert_eq!(response.status, 200, "{response:?}\n{}", self.log());
        response.json()["data"]["token"].as_str().unwrap().to_owned()
    }

    /// The response about the changes of the usual section since a cursor.
    pub(crate) fn changes(&self, cursor: &str, token: &str) -> HttpResponse {
        self.get(&format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}"), token)
    }

    /// The cursor of the usual section's list.
    pub(crate) fn cursor(&self, token: &str) -> String {
        let list = self.get("/api/v2/catalog/sections/1042/products", token).json();
        list["data"]["meta"]["changesCursor"].as_str().unwrap().to_owned()
    }

    /// The revision that it serves.
    pub(crate) fn revision(&self, token: &str) -> Option<String> {
        self.get("/api/v2/catalog/sections", token).header("catalog-revision").map(str::to_owned)
    }

    pub(crate) fn until_revision(&self, revision: &str, token: &str) {
        until("the revision", || (self.revision(token)? == revision).then_some(()));
    }

    pub(crate) fn readiness(&self) -> HttpResponse {
        self.request("GET", "/health/ready", &[], "")
    }

    pub(crate) fn until_ready(&self) {
        until("readiness", || (self.readiness().status == 200).then_some(()));
    }

    pub(crate) fn until_status(&self, target: &str, token: &str, status: u16) {
        until("the status", || (self.get(target, token).status == status).then_some(()));
    }
}

impl Deref for Server {
    type Target = ServerProcess;

    fn deref(&self) -> &ServerProcess {
        &self.process
    }
}

impl DerefMut for Server {
    fn deref_mut(&mut self) -> &mut ServerProcess {
        &mut self.process
    }
}
