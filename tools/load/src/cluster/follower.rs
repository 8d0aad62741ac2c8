//! A client that follows the feed, as mirrors do, and what it has seen of it.

use super::clients::{Kind, Ledger, Scene};
use crate::client::{Client, text};
use crate::feed::Feed;
use parking_lot::Mutex;
use serde_json::Value;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(300);

/// Number and product of an event.
pub(super) type Event = (u64, String);

pub(super) struct Follower {
    /// How many seconds each request waits; 0 for one that polls.
    wait: u32,
    feed: Feed,
    /// As they came.
    pub(super) events: Vec<Event>,
}

impl Follower {
    pub(super) fn new(wait: u32, feed: &Feed) -> Self {
        Self { wait, feed: feed.clone(), events: Vec::new() }
    }

    pub(super) fn follow(of: &Mutex<Self>, scene: &Scene, ledger: &Ledger) {
        let mut client = scene.client(scene.nginx);
        let wait = of.lock().wait;
        let parameters = if wait == 0 { "?limit=500&".to_owned() } else { format!("?limit=500&wait={wait}&") };
        while !ledger.is_over() {
            let mut feed = of.lock().feed.clone();
            let sent = Instant::now();
            let page = page(&mut feed, &mut client, &parameters);
            let kind = if wait == 0 { Kind::Memory } else { Kind::Wait };
            ledger.note(kind, sent, page.as_ref().err().map(|error| format!("follower: {error:#}")));
            let has_failed = page.is_err();
            if let Ok(events) = page {
                let mut it = of.lock();
                it.events.extend(events);
                it.feed = feed;
            }
            if wait == 0 || has_failed {
                thread::sleep(PAUSE);
            }
        }
    }
}

/// Everything in the feed of one server since the beginning.
pub(super) fn all_events(server: SocketAddr, scene: &Scene) -> anyhow::Result<Vec<Event>> {
    let (mut all, mut feed, mut client) = (Vec::new(), scene.feed.clone(), scene.client(server));
    loop {
        let events = page(&mut feed, &mut client, "?limit=500&")?;
        if events.is_empty() {
            return Ok(all);
        }
        all.extend(events);
    }
}

fn page(feed: &mut Feed, client: &mut Client, parameters: &str) -> anyhow::Result<Vec<Event>> {
    let event = |it: &Value| Ok((text(it, "eventId")?.parse()?, text(it, "stockNumber")?));
    feed.read(client, parameters)?.0.iter().map(event).collect()
}

/// How often what a follower has seen goes back, and how many events of the whole feed up to there it missed.
pub(super) fn compare(seen: &[Event], all: &[Event]) -> (usize, usize) {
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
