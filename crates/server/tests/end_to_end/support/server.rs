//! A server over the store of a sandbox.

use super::fixture::{BUYER, PASSWORD, STOREFRONT};
use super::sandbox::Sandbox;
use catalog_testkit::process::{HttpResponse, ServerProcess};
use std::ops::{Deref, DerefMut};
use std::process::Command;

pub(crate) struct Server {
    process: ServerProcess,
    pub(crate) address: String,
}

impl Server {
    /// Starts `catalog serve` on a free port and waits until it responds.
    pub(crate) fn start(sandbox: &Sandbox) -> Self {
        Self::spawn(sandbox.command(&[
            "serve",
            "--bind",
            "127.0.0.1:0",
            "--storefront-host",
            STOREFRONT,
            "--refresh-interval-ms",
            "50",
        ]))
    }

    /// Starts a command that serves, and waits until it prints its address.
    pub(crate) fn spawn(mut command: Command) -> Self {
        let process = ServerProcess::start(&mut command).unwrap_or_else(|problem| panic!("{problem}"));
        Self { address: process.address.to_string(), process }
    }

    pub(crate) fn get(&self, target: &str, token: &str) -> HttpResponse {
        self.request("GET", target, &[("authorization", &format!("Bearer {token}"))], "")
    }

    pub(crate) fn log_in(&self) -> HttpResponse {
        let body = format!(r#"{{"login": "{BUYER}", "password": "{PASSWORD}"}}"#);
        self.request("POST", "/auth/token", &[("content-type", "application/json")], &body)
    }

    pub(crate) fn token(&self) -> String {
        let response = self.log_in();
        assert_eq!(response.status, 200, "{response:?}\n{}", self.log());
        response.json()["data"]["token"].as_str().unwrap().to_owned()
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
