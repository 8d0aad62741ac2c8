//! One of the two systems over HTTP: reads what units request, each once, into a sorted file.

use super::BadInput;
use super::fields::{is_empty, is_success, item_key};
use super::sorted::{RUN_BYTES, Sorter, key};
use super::turns::Turns;
use super::unit::{LOGIN, Shape, Unit};
use crate::output::print_summary;
use anyhow::{Result, anyhow};
use catalog_client::{CatalogClient, ClientError, ClientOptions, Recurrence, RetryNotice, RetryPolicy};
use catalog_client::{TokenRoute, percent_encode};
use long_work::{Observer, Progress};
use parking_lot::Mutex;
use serde_json::{Value, json};
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
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// How many products a page has: few enough that a page of each thread and system fits into memory with ease.
const PAGE: usize = 200;

pub(super) struct System {
    /// `old` or `new`.
    name: &'static str,
    client: CatalogClient,
    login: String,
    password: String,
    turns: Arc<Turns>,
    /// The longest page of a list so far, by its shape: a system may have shorter ones than it is asked for.
    longest_pages: [AtomicUsize; 9],
}

/// Takes an item of a response with its name, or all else of it without one.
type Push<'a> = &'a dyn Fn(&str, &Value) -> Result<()>;

impl System {
    /// A system. Requests nothing yet.
    pub(super) fn new(name: &'static str, options: ClientOptions, rate: Option<NonZeroU32>) -> Result<Self, BadInput> {
        let interval = rate.map_or(Duration::ZERO, |rate| Duration::from_secs(1) / rate.get());
        let turns = Arc::new(Turns::new(interval));
        let held_back = Arc::clone(&turns);
        let retry = RetryPolicy {
            attempts: u32::MAX,
            time_limit: PATIENCE,
            first_pause: FIRST_PAUSE,
            ..RetryPolicy::default()
        };
        let (login, password) = (options.login.clone(), options.password.clone());
        let client = CatalogClient::new(ClientOptions {
            token_route: TokenRoute::V1,
            retry,
            timeout: REQUEST_TIME,
            // What one thread waits for, the others wait for as well.
            on_retry: Some(Arc::new(move |notice: &RetryNotice| {
                if held_back.postpone(Instant::now() + notice.pause) {
                    let seconds = notice.pause.as_secs_f64();
                    print_summary(&format!("the {name} system: {}; waiting {seconds:.0} s", notice.reason));
                }
            })),
            ..options
        });
        let client = client.map_err(|error| BadInput(format!("--{name}: {error}")))?;
        Ok(Self { name, client, login, password, turns, longest_pages: Default::default() })
    }

    /// Reads units, each with its number, with so many requests at a time. Without a failure there is a file at `path`.
    ///
    /// # Errors
    /// When there is no response, however often it is tried, or the login is refused.
    pub(super) fn read(
        &self,
        units: &[(usize, &Unit)],
        path: &Path,
        concurrency: usize,
        watch: &Progress,
    ) -> Result<()> {
        let (next, sorter) = (AtomicUsize::new(0), Mutex::new(Sorter::new(path, RUN_BYTES)));
        let read_units = || -> Result<()> {
            while let Some((number, unit)) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                let push = |item: &str, value: &Value| sorter.lock().push(&key(*number, item), value);
                // A failure ends the other threads as well.
                self.read_unit(unit, &push).inspect_err(|_| next.store(units.len(), Ordering::Relaxed))?;
                watch.did(1);
            }
            Ok(())
        };
        if !units.is_empty() {
            // A wrong password is refused once, and not once for every thread.
            self.client.sign_in().map_err(|error| self.failure(&error))?;
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..concurrency).map(|_| scope.spawn(read_units)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        sorter.into_inner().finish()
    }

    fn read_unit(&self, unit: &Unit, push: Push<'_>) -> Result<()> {
        if unit.is_list() {
            return self.read_pages(unit, push);
        }
        let mut response = self.get(unit, "")?;
        match unit.shape {
            Shape::Tree => response["order"] = push_sections(items_of(&mut response).into(), push)?,
            Shape::Token => response.pointer_mut("/body/data").into_iter().for_each(mask),
            _ if unit.named().is_some() => response["order"] = push_items(0, &items_of(&mut response), push)?.into(),
            _ => {}
        }
        push("", &response)
    }

    /// Reads a list to its end: an empty page, or one that is shorter than the system has shown that its pages are. A
    /// system that knows no pages returns the whole list, again and again.
    fn read_pages(&self, unit: &Unit, push: Push<'_>) -> Result<()> {
        let (mut order, mut firsts) = (Vec::new(), Recurrence::new());
        loop {
            let mut response = self.get(unit, &format!("&limit={PAGE}&offset={}", order.len()))?;
            let items = items_of(&mut response);
            let is_again = order.first().is_some_and(|first| items.first().and_then(item_key).as_ref() == Some(first));
            let longest = self.longest_pages[unit.shape as usize].fetch_max(items.len().min(PAGE), Ordering::Relaxed);
            let is_last = items.is_empty() || is_again || items.len() < longest || items.len() > PAGE;
            if !is_again {
                order.extend(push_items(order.len(), &items, push)?);
            }
            if is_last {
                response["order"] = order.into();
                return push("", &response);
            }
            if firsts.repeats(items.first().and_then(item_key)) {
                let reason = "does not advance: a page begins with the same element as the one before";
                return Err(self.failed(&format!("the list of {} {reason}", unit.identity)));
            }
        }
    }

    /// Sends a request: `{status, body}`, with null for what is no JSON.
    fn get(&self, unit: &Unit, page: &str) -> Result<Value> {
        std::thread::sleep(self.turns.take(Instant::now()));
        let target = format!("{}{page}", unit.target).replace("{login}", &percent_encode(&self.login));
        let response = match unit.authorization {
            None => self.client.get(&target),
            Some("") => self.client.get_as(&target, None),
            Some(other) => self.client.get_as(&target, Some(&other.replace("{password}", &self.password))),
        };
        let response = response.map_err(|error| self.failure(&error))?;
        let mut body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
        if unit.authorization.is_none() && (response.status == 429 || body["error"]["code"] == 429) {
            return Err(self.failed("it is too busy (429); set --rate"));
        }
        if let Some(members) = body.as_object_mut() {
            // Words for people. Of a list there are some a page, and of a login they say until when the token is valid.
            let has_words = members.get("message").is_some_and(|message| !is_empty(message));
            let is_shown = has_words && !unit.is_list() && unit.authorization != Some(LOGIN);
            members.insert("message".to_owned(), if is_shown { "a message" } else { "" }.into());
        }
        Ok(json!({"status": response.status, "body": body}))
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

/// Takes the array out of a success.
fn items_of(response: &mut Value) -> Vec<Value> {
    let is_success = is_success(response);
    match response.pointer_mut("/body/data") {
        Some(Value::Array(items)) if is_success => std::mem::take(items),
        _ => Vec::new(),
    }
}

/// Returns the names of the items.
fn push_items(start: usize, items: &[Value], push: Push<'_>) -> Result<Vec<String>> {
    let named = items.iter().enumerate().map(|(at, value)| {
        let name = item_key(value).unwrap_or_else(|| format!("at {}", start + at));
        push(&name, value).map(|()| name)
    });
    named.collect()
}

/// Pushes the sections of a tree, each with its place and the order of those below it, and returns that of the topmost.
/// Not recursive: the depth is the other system's choice.
fn push_sections(tree: Value, push: Push<'_>) -> Result<Value> {
    let ids = |sections: &Value| -> Value {
        sections.as_array().into_iter().flatten().map(|section| section["id"].clone()).collect()
    };
    let (top, mut places) = (ids(&tree), 0_u64..);
    let mut pending = vec![("the tree".to_owned(), tree)];
    while let Some((parent, Value::Array(sections))) = pending.pop() {
        for mut section in sections {
            let Some(id) = section["id"].as_i64().map(|id| id.to_string()) else { continue };
            let below = section.get_mut("subSections").map_or_else(|| json!([]), Value::take);
            let (name, place, order) = (section["name"].take(), places.next(), ids(&below));
            push(&id, &json!({"name": name, "parent": parent, "place": place, "order": order}))?;
            pending.push((id, below));
        }
    }
    Ok(top)
}

/// Leaves of a token, which is a secret and like no other, only that it is there.
fn mask(data: &mut Value) {
    let values = match data {
        Value::Object(members) => members.values_mut().collect(),
        data => vec![data],
    };
    values.into_iter().filter(|value| !value.is_number() && !is_empty(value)).for_each(|value| *value = "…".into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_is_a_difference_or_gets_into_a_report() {
        let masked = |mut data: Value| {
            mask(&mut data);
            data
        };
        let token = masked(json!({"token": "secret-a"}));
        for (other, is_equal) in [
            (json!({"token": "secret-b"}), true),
            (json!({"token": ["secret-b"]}), true),
            (json!({}), false),
            (json!({"token": {}}), false),
            (json!("secret-c"), false),
        ] {
            let other = masked(other);
            assert_eq!(other == token, is_equal, "{other}");
            assert!(!format!("{token} {other}").contains("secret"), "{other}");
        }
    }
}
