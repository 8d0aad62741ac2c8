//! A server in its own process, killed at the end of the test if it still runs.

use super::fixture::{BUYER, PASSWORD, STOREFRONT};
use super::http::{Connection, TestResponse};
use super::sandbox::Sandbox;
use super::{DEADLINE, exit_of, signal};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

/// A running server.
pub(crate) struct Server {
    child: Child,
    /// Its address.
    pub(crate) address: String,
    /// What it printed before that.
    pub(crate) printed: Vec<String>,
    lines: Mutex<Receiver<String>>,
    log: Arc<Mutex<String>>,
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
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = lines_of(child.stdout.take().unwrap());
        let log = log_of(child.stderr.take().unwrap());
        let mut server = Self { child, address: String::new(), printed: Vec::new(), lines: Mutex::new(lines), log };
        server.address = loop {
            let line = server.line();
            if let Some(address) = line.strip_prefix("listening on http://") {
                break address.to_owned();
            }
            server.printed.push(line);
        };
        server
    }

    /// The next line that it printed.
    pub(crate) fn line(&self) -> String {
        let line = self.lines.lock().unwrap().recv_timeout(DEADLINE);
        line.unwrap_or_else(|error| panic!("no further line ({error}); its log:\n{}", self.log()))
    }

    /// What it has logged so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Sends one request on a new connection.
    pub(crate) fn request(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> TestResponse {
        Connection::open(&self.address).unwrap().request(method, target, headers, body)
    }

    /// Sends a GET request with a token.
    pub(crate) fn get(&self, target: &str, token: &str) -> TestResponse {
        self.request("GET", target, &[("authorization", &format!("Bearer {token}"))], "")
    }

    /// Requests a token.
    pub(crate) fn log_in(&self) -> TestResponse {
        let body = format!(r#"{{"login": "{BUYER}", "password": "{PASSWORD}"}}"#);
        self.request("POST", "/auth/token", &[("content-type", "application/json")], &body)
    }

    /// A token of the usual account.
    pub(crate) fn token(&self) -> String {
        let response = self.log_in();
        assert_eq!(response.status, 200, "{response:?}\n{}", self.log());
        response.json()["data"]["token"].as_str().unwrap().to_owned()
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal to the process.
    pub(crate) fn signal(&self, name: &str) {
        signal(&self.child, name);
    }

    /// Waits for the process to end.
    pub(crate) fn exit(&mut self) -> ExitStatus {
        exit_of(&mut self.child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a pipe as they come. The thread ends with the process.
fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Everything that came out of a pipe so far.
fn log_of(pipe: impl Read + Send + 'static) -> Arc<Mutex<String>> {
    let log = Arc::new(Mutex::new(String::new()));
    let collected = Arc::clone(&log);
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            let mut collected = collected.lock().unwrap();
            collected.push_str(&line);
            collected.push('\n');
        }
    });
    log
}
