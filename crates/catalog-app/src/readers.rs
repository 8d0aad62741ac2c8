//! The usage of each account since the server started: its requests, and how far it follows the change feed.
//!
//! A request adds to the readings of its thread; they are summed when an administrator looks. Nothing is stored: each
//! server knows of its own requests.

use crate::per_thread::PerThread;
use catalog_domain::values::{AccountId, EventNumber, SectionId, Timestamp};
use std::cmp::Reverse;
use std::collections::HashMap;

/// The most accounts of a thread. Requests of further ones are not counted, so that memory is bounded.
const MOST_ACCOUNTS: usize = 10_000;

/// The most sections of an account: those that it polled last.
const MOST_FOLLOWED: usize = 8;

/// What an account has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Its requests.
    pub requests: u64,
    /// The last of them.
    pub last_request_at: Timestamp,
    /// The sections whose changes it polls by cursor, the latest poll first.
    pub followed: Vec<Followed>,
}

/// How far a section is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// The section.
    pub section: SectionId,
    /// The client has every event up to this one.
    pub event: EventNumber,
    /// When it polled last.
    pub polled_at: Timestamp,
}

type Readings = HashMap<AccountId, Reading>;

/// What accounts have read since the server started.
#[derive(Default)]
pub struct Readers(PerThread<Readings>);

impl Readers {
    /// Counts a request of `account`.
    pub fn count(&self, account: AccountId, at: Timestamp) {
        if let Some(reading) = reading_of(&mut self.0.own(), account, at) {
            reading.requests += 1;
            reading.last_request_at = reading.last_request_at.max(at);
        }
    }

    /// Notes that `account` polls the changes of a section.
    pub fn follow(&self, account: AccountId, poll: Followed) {
        if let Some(reading) = reading_of(&mut self.0.own(), account, poll.polled_at) {
            reading.follow(poll);
        }
    }

    /// Every account that has read something, the latest first.
    pub fn list(&self) -> Vec<(AccountId, Reading)> {
        let mut all = Readings::new();
        for readings in self.0.all() {
            for (id, reading) in readings.iter() {
                match all.get_mut(id) {
                    Some(known) => known.add(reading),
                    None => drop(all.insert(*id, reading.clone())),
                }
            }
        }
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_unstable_by_key(|(id, reading)| (Reverse(reading.last_request_at), *id));
        all
    }
}

/// What is known of `account`, which is made if there is room.
fn reading_of(readings: &mut Readings, account: AccountId, at: Timestamp) -> Option<&mut Reading> {
    if readings.len() >= MOST_ACCOUNTS && !readings.contains_key(&account) {
        return None;
    }
    Some(readings.entry(account).or_insert(Reading { requests: 0, last_request_at: at, followed: Vec::new() }))
}

impl Reading {
    fn follow(&mut self, poll: Followed) {
        let known = self.followed.iter().position(|known| known.section == poll.section);
        if known.is_some_and(|at| self.followed[at].polled_at > poll.polled_at) {
            return;
        }
        known.map(|at| self.followed.remove(at));
        self.followed.push(poll);
        self.followed.sort_by_key(|followed| Reverse(followed.polled_at));
        self.followed.truncate(MOST_FOLLOWED);
    }

    fn add(&mut self, other: &Self) {
        self.requests += other.requests;
        self.last_request_at = self.last_request_at.max(other.last_request_at);
        other.followed.iter().for_each(|poll| self.follow(*poll));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_testkit::builders::NOON;

    fn poll(section: i64, event: i64, second: i64) -> Followed {
        let (section, event) = (SectionId(section), EventNumber(event));
        Followed { section, event, polled_at: NOON.plus_seconds(second) }
    }

    #[test]
    fn requests_of_every_thread_are_summed_and_the_latest_poll_of_a_section_counts() {
        let readers = Readers::default();
        std::thread::scope(|scope| {
            for second in 0..40 {
                let readers = &readers;
                scope.spawn(move || {
                    readers.count(AccountId(7), NOON.plus_seconds(second));
                    readers.follow(AccountId(7), poll(second % 2, second, second));
                });
            }
        });
        readers.count(AccountId(8), NOON.plus_seconds(60));
        let listed = readers.list();
        assert_eq!(listed[0].0, AccountId(8));
        let expected = Reading {
            requests: 40,
            last_request_at: NOON.plus_seconds(39),
            followed: vec![poll(1, 39, 39), poll(0, 38, 38)],
        };
        assert_eq!(listed[1], (AccountId(7), expected));
    }

    #[test]
    fn neither_accounts_nor_their_sections_take_more_than_their_share() {
        let readers = Readers::default();
        (0..=MOST_ACCOUNTS).for_each(|id| readers.count(AccountId(id as i64), NOON));
        assert_eq!(readers.list().len(), MOST_ACCOUNTS);
        (0..20).for_each(|section| readers.follow(AccountId(0), poll(section, 1, section)));
        let followed = readers.list().into_iter().find(|(id, _)| *id == AccountId(0)).unwrap().1.followed;
        assert_eq!(followed.len(), MOST_FOLLOWED);
        assert_eq!(followed[0], poll(19, 1, 19));
    }
}
