//! One of the two systems over HTTP: reads requests, each once, into a sorted file.

use super::BadInput;
use super::fields::{Names, is_empty, is_success, item_key};
use super::requests::{LOGIN, Request, TREE};
use super::sorted::{RUN_BYTES, Sorter, key};
use crate::output::print_summary;
use anyhow::{Result, anyhow};
use catalog_client::{CatalogClient, ClientError, ClientOptions, Recurrence, RetryNotice, RetryPolicy};
use catalog_client::{TokenRoute, percent_encode};
use long_work::{Observer, Progress};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The longest that one request may take: a system that knows no pages responds with whole sections.
const REQUEST_TIME: Duration = Duration::from_secs(120);
/// How long an unavailable or busy system is tried.
const PATIENCE: Duration = Duration::from_secs(600);
/// How many products a page has: few enough that a page of each thread and system fits into memory with ease.
const PAGE: usize = 200;

pub(super) struct System {
    /// `old` or `new`.
    name: &'static str,
    client: CatalogClient,
    login: String,
    password: String,
    turns: Arc<Turns>,
    /// The longest page of a list so far, by its route: a system may have shorter ones than it is asked for.
    longest_pages: Mutex<HashMap<&'static str, usize>>,
}

/// When the next request may begin, for all threads.
struct Turns {
    interval: Duration,
    next: Mutex<Instant>,
}

/// Takes an item of a response with its name, or all else of it without one.
type Push<'a> = &'a dyn Fn(&str, &Value) -> Result<()>;

impl System {
    pub(super) fn new(name: &'static str, options: ClientOptions, rate: Option<NonZeroU32>) -> Result<Self, BadInput> {
        let interval = rate.map_or(Duration::ZERO, |rate| Duration::from_secs(1) / rate.get());
        let turns = Arc::new(Turns { interval, next: Mutex::new(Instant::now()) });
        let held_back = Arc::clone(&turns);
        let on_retry = move |notice: &RetryNotice| {
            // What one thread waits for, the others wait for as well.
            if held_back.postpone(Instant::now() + notice.pause) {
                let seconds = notice.pause.as_secs_f64();
                print_summary(&format!("the {name} system: {}; waiting {seconds:.0} s", notice.reason));
            }
        };
        let (login, password) = (options.login.clone(), options.password.clone());
        let client = CatalogClient::new(ClientOptions {
            token_route: TokenRoute::V1,
            retry: RetryPolicy::lasting(PATIENCE),
            timeout: REQUEST_TIME,
            on_retry: Some(Arc::new(on_retry)),
            ..options
        });
        let client = client.map_err(|error| BadInput(format!("--{name}: {error}")))?;
        Ok(Self { name, client, login, password, turns, longest_pages: Mutex::default() })
    }

    /// Reads requests, each with its number, so many at a time. Without a failure there is a file at `path`.
    ///
    /// # Errors
    /// When there is no response, however often it is tried, or the login is refused.
    pub(super) fn read(
        &self,
        requests: &[(usize, &Request)],
        path: &Path,
        concurrency: usize,
        watch: &Progress,
    ) -> Result<()> {
        let (next, sorter) = (AtomicUsize::new(0), Mutex::new(Sorter::new(path, RUN_BYTES)));
        let read_requests = || -> Result<()> {
            while let Some((number, request)) = requests.get(next.fetch_add(1, Ordering::Relaxed)) {
                let push = |item: &str, value: &Value| sorter.lock().push(&key(*number, item), value);
                // A failure ends the other threads as well.
                self.read_pages(request, &push).inspect_err(|_| next.store(requests.len(), Ordering::Relaxed))?;
                watch.did(1);
            }
            Ok(())
        };
        if !requests.is_empty() {
            // A wrong password is refused once, and not once for every thread.
            self.client.sign_in().map_err(|error| self.failure(&error))?;
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..concurrency).map(|_| scope.spawn(read_requests)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        sorter.into_inner().finish()
    }

    /// Reads a response, or a list to its end: an empty page, or one that is shorter than the system has shown that its
    /// pages are. A system that knows no pages returns the whole list, again and again.
    fn read_pages(&self, request: &Request, push: Push<'_>) -> Result<()> {
        let (mut names, mut order, mut firsts) = (Names::default(), Vec::new(), Recurrence::new());
        loop {
            let page = if request.is_list() { format!("&limit={PAGE}&offset={}", order.len()) } else { String::new() };
            let mut response = self.get(request, &page)?;
            let items = if request.has_items() || request.route == TREE { items_of(&mut response) } else { Vec::new() };
            let first = items.first().and_then(item_key);
            let is_again = first.is_some() && first.as_ref() == order.first();
            if request.route == TREE {
                order = push_sections(&items, "the tree", &mut 0, push)?;
            } else if !is_again {
                for item in &items {
                    let name = names.of(item_key(item));
                    push(&name, item)?;
                    order.push(name);
                }
            }
            if is_again || !request.is_list() || self.is_last_page(request, items.len()) {
                response["order"] = order.into();
                return push("", &response);
            }
            if firsts.repeats(first) {
                let reason = "does not advance: a page begins with the same element as the one before";
                return Err(self.failed(&format!("the list of {} {reason}", request.identity)));
            }
        }
    }

    fn is_last_page(&self, request: &Request, length: usize) -> bool {
        let mut longest = self.longest_pages.lock();
        let longest = longest.entry(request.route).or_default();
        let is_shorter = length < *longest;
        *longest = length.min(PAGE).max(*longest);
        length == 0 || is_shorter || length > PAGE
    }

    /// Sends a request: `{status, form, body}`, with null for a body that is no JSON.
    fn get(&self, request: &Request, page: &str) -> Result<Value> {
        std::thread::sleep(self.turns.take(Instant::now()));
        let target = format!("{}{page}", request.target).replace("{login}", &percent_encode(&self.login));
        let response = match request.authorization {
            None => self.client.get(&target),
            Some("") => self.client.get_as(&target, None),
            Some(other) => self.client.get_as(&target, Some(&other.replace("{password}", &self.password))),
        };
        let response = response.map_err(|error| self.failure(&error))?;
        let mut body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
        if request.authorization.is_none() && (response.status == 429 || body["error"]["code"] == 429) {
            return Err(self.failed("it is too busy (429); set --rate"));
        }
        let is_login = request.route == LOGIN && body["status"] == true;
        if let Some(members) = body.as_object_mut() {
            if request.route == LOGIN {
                members.insert("data".to_owned(), masked(members.get("data").unwrap_or(&Value::Null)));
            }
            // Words for people. Of a list there are some a page, and of a login they say until when the token is valid.
            let has_words = members.get("message").is_some_and(|message| !is_empty(message));
            let words = if has_words && !request.is_list() && !is_login { "a message" } else { "" };
            members.insert("message".to_owned(), words.into());
        }
        Ok(json!({"status": response.status, "form": if body.is_null() { "not JSON" } else { "JSON" }, "body": body}))
    }

    fn failure(&self, error: &ClientError) -> anyhow::Error {
        match error.refusal() {
            Some(refusal) => self.failed(&format!("the login is refused with {refusal}")),
            None => self.failed(&format!("it does not respond: {error}")),
        }
    }

    pub(super) fn failed(&self, reason: &str) -> anyhow::Error {
        anyhow!("the {} system: {reason}", self.name)
    }
}

impl Turns {
    /// Takes the next turn and returns how far off it is.
    fn take(&self, now: Instant) -> Duration {
        let mut next = self.next.lock();
        let turn = now.max(*next);
        *next = turn + self.interval;
        turn - now
    }

    /// Lets no request begin before. Whether that was news: threads that are refused together ask for the same.
    fn postpone(&self, until: Instant) -> bool {
        let mut next = self.next.lock();
        let is_news = until > *next + Duration::from_secs(1);
        *next = until.max(*next);
        is_news
    }
}

/// Takes the array out of a success.
fn items_of(response: &mut Value) -> Vec<Value> {
    let is_success = is_success(response);
    match response.pointer_mut("/body/data") {
        Some(Value::Array(items)) if is_success => std::mem::take(items),
        _ => Vec::new(),
    }
}

/// Of a token, which is a secret and like no other, only whether it is there.
fn masked(data: &Value) -> Value {
    json!({"token": if is_empty(&data["token"]) { "" } else { "…" }})
}

/// Pushes sections and those below them, each with its place and the order of those below it, and returns their order.
/// No JSON that was parsed is too deep for that.
fn push_sections(sections: &[Value], parent: &str, place: &mut u64, push: Push<'_>) -> Result<Vec<String>> {
    let mut order = Vec::new();
    for section in sections {
        let Some(id) = section["id"].as_i64().map(|id| id.to_string()) else { continue };
        let own_place = std::mem::replace(place, *place + 1);
        let below = section["subSections"].as_array().map_or(&[][..], Vec::as_slice);
        let below = push_sections(below, &id, place, push)?;
        push(&id, &json!({"name": section["name"], "parent": parent, "place": own_place, "order": below}))?;
        order.push(id);
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_is_a_difference_or_gets_into_a_report() {
        let tokens = [json!("secret"), json!(["secret"]), json!(null), json!({})].map(|token| json!({"token": token}));
        assert_eq!(tokens.each_ref().map(masked), ["…", "…", "", ""].map(|token| json!({"token": token})));
        assert_eq!(masked(&json!("secret")), masked(&json!({})));
    }

    #[test]
    fn turns_are_spaced_evenly_none_is_saved_up_and_a_pause_is_for_every_thread() {
        let start = Instant::now();
        let turns = Turns { interval: Duration::from_millis(250), next: Mutex::new(start) };
        assert_eq!([0, 0, 0].map(|_| turns.take(start).as_millis()), [0, 250, 500]);
        assert_eq!(turns.take(start + Duration::from_secs(10)), Duration::ZERO);
        assert!(turns.postpone(start + Duration::from_secs(15)));
        assert!(!turns.postpone(start + Duration::from_millis(15_900)), "the same pause");
        assert_eq!(turns.take(start), Duration::from_millis(15_900));
    }
}
