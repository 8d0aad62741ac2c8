//! A client that follows the feed, as mirrors do, and what it has seen of it.

use super::clients::{Kind, Ledger, Scene};
use crate::client::{items, json_of, percent_encoded, text};
use crate::reader::is_last;
use anyhow::ensure;
use catalog_testkit::process::{HttpClient, HttpRequest};
use parking_lot::Mutex;
use serde_json::Value;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

/// How long a response is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(300);

/// A client of the feed.
pub(super) struct Follower {
    /// How many seconds each request waits; 0 for one that polls.
    wait: u32,
    cursor: String,
    /// Number and product of every event, as they came.
    pub(super) events: Vec<(u64, String)>,
}

impl Follower {
    pub(super) fn new(wait: u32, cursor: &str) -> Self {
        Self { wait, cursor: cursor.to_owned(), events: Vec::new() }
    }

    /// Follows until all is over.
    pub(super) fn follow(of: &Mutex<Self>, scene: &Scene, ledger: &Ledger) {
        let (mut connection, locked) = (None, || of.lock());
        let wait = match locked().wait {
            0 => String::new(),
            seconds => format!("&wait={seconds}"),
        };
        while !ledger.is_over() {
            let cursor = locked().cursor.clone();
            let request = scene.get(&format!("{}?cursor={cursor}&limit=500{wait}", scene.feed));
            let sent = Instant::now();
            let page = page(&mut connection, scene.nginx, &request);
            let kind = if wait.is_empty() { Kind::Memory } else { Kind::Wait };
            ledger.note(kind, sent, page.as_ref().err().map(|error| format!("follower: {error:#}")));
            let has_failed = page.is_err();
            match page {
                Ok((events, next)) => {
                    let mut it = locked();
                    it.events.extend(events);
                    it.cursor = next;
                }
                Err(_) => connection = None,
            }
            if wait.is_empty() || has_failed {
                thread::sleep(PAUSE);
            }
        }
    }
}

/// Everything in the feed of one server since the beginning.
///
/// # Errors
/// When a response is no success.
pub(super) fn all_events(server: SocketAddr, scene: &Scene) -> anyhow::Result<Vec<(u64, String)>> {
    let (mut all, mut cursor, mut connection) = (Vec::new(), scene.cursor.clone(), None);
    loop {
        let (events, next) =
            page(&mut connection, server, &scene.get(&format!("{}?cursor={cursor}&limit=500", scene.feed)))?;
        if events.is_empty() {
            return Ok(all);
        }
        all.extend(events);
        cursor = next;
    }
}

/// The events of a page, and the cursor of the next one.
fn page(
    connection: &mut Option<HttpClient>,
    address: SocketAddr,
    request: &HttpRequest,
) -> anyhow::Result<(Vec<(u64, String)>, String)> {
    let deadline = Instant::now() + PATIENCE;
    let mut open = match connection.take() {
        Some(open) => open,
        None => HttpClient::open(address, deadline)?,
    };
    open.set_deadline(deadline);
    let response = open.fetch(request)?;
    *connection = Some(open).filter(|_| !is_last(&response));
    ensure!(response.status == 200, "status {}", response.status);
    let page = json_of(&response)?;
    let event = |it: &Value| Ok((text(it, "eventId")?.parse()?, text(it, "stockNumber")?));
    let events = items(&page).iter().map(event).collect::<anyhow::Result<_>>()?;
    Ok((events, percent_encoded(&text(&page["data"]["meta"], "nextCursor")?)))
}

/// How often what a follower has seen goes back, and how many events of the whole feed up to there it missed.
pub(super) fn compare(seen: &[(u64, String)], all: &[(u64, String)]) -> (usize, usize) {
    let back = seen.windows(2).filter(|pair| pair[1].0 <= pair[0].0).count();
    let last = seen.last().map_or(0, |(number, _)| *number);
    let missed = all.iter().filter(|event| event.0 <= last && !seen.contains(event)).count();
    (back, missed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_that_come_twice_or_never_are_counted() {
        let events = |numbers: &[u64]| numbers.iter().map(|number| (*number, "A".to_owned())).collect::<Vec<_>>();
        let all = events(&[1, 3, 4, 7]);
        for (seen, expected) in [
            (&[][..], (0, 0)),
            (&[1, 3, 4], (0, 0)),
            (&[1, 4, 7], (0, 1)),
            (&[1, 3, 3, 4, 7], (1, 0)),
            (&[3, 1, 7], (1, 1)),
        ] {
            assert_eq!(compare(&events(seen), &all), expected, "{seen:?}");
        }
    }
}
