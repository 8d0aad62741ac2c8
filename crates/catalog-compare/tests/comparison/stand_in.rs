//! The stand-in for the old system: a server on the loopback interface, for tests only.

use crate::model::{Model, PASSWORD};
use crate::responses::{Target, refusal, success};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Changes a response, given the target of its request and how many requests came before.
pub(crate) type Change = Box<dyn Fn(&str, u64, &mut Reply) + Send + Sync>;

/// A response before it is sent.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Value,
    /// A header, such as `Retry-After: 1`.
    pub(crate) header: Option<&'static str>,
}

/// A running stand-in. Its threads end when it is dropped.
pub(crate) struct StandIn {
    pub(crate) url: String,
    state: Arc<State>,
}

struct State {
    model: Model,
    change: Change,
    earlier: AtomicU64,
    is_over: AtomicBool,
    targets: Mutex<Vec<String>>,
}

impl StandIn {
    pub(crate) fn of(model: Model) -> Self {
        Self::changed(model, Box::new(|_, _, _| {}))
    }

    pub(crate) fn changed(model: Model, change: Change) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = State {
            model,
            change,
            earlier: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            targets: Mutex::new(Vec::new()),
        };
        let state = Arc::new(state);
        let serving = Arc::clone(&state);
        std::thread::spawn(move || {
            for connection in listener.incoming().map_while(Result::ok) {
                if serving.is_over.load(Ordering::Relaxed) {
                    return;
                }
                let serving = Arc::clone(&serving);
                std::thread::spawn(move || serving.serve(connection));
            }
        });
        Self { url, state }
    }

    pub(crate) fn targets(&self) -> Vec<String> {
        self.state.targets.lock().unwrap().clone()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.state.is_over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.url.trim_start_matches("http://"));
    }
}

impl State {
    fn serve(&self, connection: TcpStream) {
        let mut output = connection.try_clone().unwrap();
        let mut lines = BufReader::new(connection).lines().map_while(Result::ok);
        loop {
            let head: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
            let Some(target) = head.first().and_then(|line| line.split(' ').nth(1)) else { return };
            let header = |line: &String| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case("authorization").then(|| value.to_owned())
            };
            let reply = self.reply(target, head.iter().find_map(header).as_deref());
            let body = reply.body.to_string();
            let header = reply.header.map(|header| format!("{header}\r\n")).unwrap_or_default();
            let text = format!("HTTP/1.1 {} X\r\n{header}Content-Length: {}\r\n\r\n{body}", reply.status, body.len());
            if self.is_over.load(Ordering::Relaxed) || output.write_all(text.as_bytes()).is_err() {
                return;
            }
        }
    }

    fn reply(&self, target: &str, authorization: Option<&str>) -> Reply {
        self.targets.lock().unwrap().push(target.to_owned());
        let earlier = self.earlier.fetch_add(1, Ordering::Relaxed);
        let request = Target::read(target);
        let body = match request.path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["auth", "token", _] if authorization == Some(&format!("Bearer {PASSWORD}")) => {
                success(json!({"token": "old-token"}), "до завтра")
            }
            _ if authorization != Some("Bearer old-token") => refusal(401, "AuthorizationError"),
            _ => self.model.respond(&request),
        };
        let mut reply = Reply { status: 200, body, header: None };
        (self.change)(target, earlier, &mut reply);
        reply
    }
}
