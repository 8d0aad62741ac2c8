//! A server of v1 in this process. What it responds may be changed on the way.

use crate::catalog::{Catalog, availability, configurator, documentation, item, single_documentation};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

pub(crate) const PASSWORD: &str = "correct horse battery";

/// A response before it is sent.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) header: Option<(&'static str, &'static str)>,
}

type Change = Arc<dyn Fn(&str, &mut Reply) + Send + Sync>;

pub(crate) struct Site {
    pub(crate) url: String,
    shared: Arc<Shared>,
}

struct Shared {
    catalog: Catalog,
    change: Mutex<Change>,
    /// The most products of a page; none where the system knows no pages.
    page: Mutex<Option<usize>>,
    targets: Mutex<Vec<String>>,
}

impl Site {
    pub(crate) fn of(catalog: Catalog) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (change, page) = (Mutex::new(Arc::new(|_: &str, _: &mut Reply| {}) as Change), Mutex::new(Some(1_000)));
        let shared = Arc::new(Shared { catalog, change, page, targets: Mutex::default() });
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                let serving = Arc::clone(&serving);
                std::thread::spawn(move || serving.serve(connection.unwrap()));
            }
        });
        Self { url, shared }
    }

    /// Changes every response from now on, given the target of its request.
    pub(crate) fn change(&self, change: impl Fn(&str, &mut Reply) + Send + Sync + 'static) {
        *self.shared.change.lock().unwrap() = Arc::new(change);
    }

    pub(crate) fn has_pages_of(&self, page: Option<usize>) {
        *self.shared.page.lock().unwrap() = page;
    }

    /// The targets of all requests so far.
    pub(crate) fn targets(&self) -> Vec<String> {
        self.shared.targets.lock().unwrap().clone()
    }
}

impl Shared {
    /// Responds to the requests of a connection until the client closes it.
    fn serve(&self, mut connection: TcpStream) {
        let mut lines = BufReader::new(connection.try_clone().unwrap()).lines().map_while(Result::ok);
        while let Some(first) = lines.next() {
            let target = first.split(' ').nth(1).unwrap().to_owned();
            let head: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
            let token = head
                .iter()
                .find_map(|line| Some(line.to_lowercase().strip_prefix("authorization: bearer ")?.to_owned()));
            self.targets.lock().unwrap().push(target.clone());
            let mut reply = Reply { status: 200, body: self.respond(&target, token.as_deref()), header: None };
            let change = self.change.lock().unwrap().clone();
            change(&target, &mut reply);
            let header = reply.header.map(|(name, value)| format!("{name}: {value}\r\n")).unwrap_or_default();
            let body = reply.body.to_string();
            let head = format!("HTTP/1.1 {} X\r\nContent-Length: {}\r\n{header}\r\n", reply.status, body.len());
            if connection.write_all((head + &body).as_bytes()).is_err() {
                return;
            }
        }
    }

    fn respond(&self, target: &str, token: Option<&str>) -> Value {
        let refusal =
            json!({"status": false, "data": {}, "error": {"code": 401, "name": "X", "message": "no"}, "message": ""});
        if target.starts_with("/auth/token/") {
            let is_right = token == Some(PASSWORD);
            return if is_right { success(json!({"token": "the-token"})) } else { refusal };
        }
        if token != Some("the-token") {
            return refusal;
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let parameter = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        let segments: Vec<&str> = path.trim_start_matches("/api/v1/get/").split('/').collect();
        let ids = |text: &str| text.split(',').filter_map(|id| id.parse().ok()).collect::<Vec<i64>>();
        let listed = || match (parameter("id_list"), parameter("stock_list")) {
            (Some(list), _) => ids(list).into_iter().filter(|id| self.catalog.has(*id)).collect(),
            (None, list) => {
                list.unwrap().split(',').filter_map(|number| self.catalog.by_stock(&decoded(number))).collect()
            }
        };
        let products =
            |of: &dyn Fn(i64) -> Value, products: Vec<i64>| success(products.into_iter().map(of).collect::<Value>());
        let all = |id: i64| item(id, query.contains("include_documentation"));
        let single = |id: &str, of: &dyn Fn(i64) -> Option<Value>| {
            id.parse().ok().filter(|id| self.catalog.has(*id)).and_then(of).map_or_else(nothing, success)
        };
        let page = || {
            let number = |name: &str| parameter(name).map(|number| number.parse::<usize>().unwrap());
            let all = self.catalog.listed(&ids(parameter("id_list").unwrap()));
            match *self.page.lock().unwrap() {
                None => all,
                Some(most) => {
                    all.into_iter().skip(number("offset").unwrap()).take(number("limit").unwrap().min(most)).collect()
                }
            }
        };
        if !self.catalog.has_empty_section && segments.last() == Some(&"100006") {
            return nothing();
        }
        match segments[..] {
            ["catalog"] => success(self.catalog.tree()),
            ["vendors", "for", sections] => success(self.catalog.vendors(&ids(sections))),
            ["section-meta", sections] => success(self.catalog.meta(&ids(sections))),
            ["item", id] => single(id, &|id| Some(all(id))),
            ["item", id, "configurator"] => single(id, &configurator),
            ["item", id, "documentation"] => single(id, &|id| Some(single_documentation(id))),
            ["item", id, "availability"] => single(id, &|id| Some(availability(id))),
            ["items"] | ["items", "by-stock"] => products(&all, listed()),
            ["items", "from"] => products(&all, page()),
            ["items", "documentation"] | ["items", "documentation", "by-stock"] => products(&documentation, listed()),
            ["items", "documentation", "from"] => products(&documentation, page()),
            ["items", "availability", "by-stock"] => products(&availability, listed()),
            ["items", "availability", "from"] => products(&availability, page()),
            _ => success(json!({"id": 1, "login": "buyer", "role": "user", "priceLevel": "Опт"})),
        }
    }
}

fn success(data: impl Into<Value>) -> Value {
    let data: Value = data.into();
    json!({"status": true, "data": data, "error": {}, "message": ""})
}

fn nothing() -> Value {
    json!({"status": true, "data": {}, "error": {}, "message": "nothing found"})
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned()
}
