//! Checks that wait for their turn. Groups take turns at every level, from the widest to the narrowest, and when the
//! queue is full, the group with the most checks loses its newest. So a client that waits for one check waits for at
//! most one of each other group, and is refused only when no other has more waiting.

use std::array;
use std::collections::HashMap;

const LEVELS: usize = 4;

const SOURCE: usize = 2;

/// The groups that a check belongs to, from the widest to the narrowest, each part of the one before. Ids of different
/// levels differ.
pub(super) type Groups = [u64; LEVELS];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket(u64);

/// Checks that wait, a few for each core. It runs nothing itself.
#[derive(Debug)]
pub(super) struct WaitingChecks<J> {
    capacity: usize,
    /// By ascending ticket.
    waiting: Vec<Waiting<J>>,
    next_number: u64,
}

#[derive(Debug)]
struct Waiting<J> {
    ticket: Ticket,
    groups: Groups,
    /// When each group had its last turn, or came in if it had none: the smallest is next.
    turns: [u64; LEVELS],
    job: J,
}

impl<J> WaitingChecks<J> {
    /// Room for `capacity` checks, at most half of them from one source.
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, waiting: Vec::new(), next_number: 0 }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Adds a check. Returns the one that is evicted for it, which may be the new one.
    pub(super) fn push(&mut self, groups: Groups, job: J) -> (Ticket, Option<J>) {
        let number = self.number();
        let turns = array::from_fn(|level| {
            let of_group = self.waiting.iter().find(|other| other.groups[level] == groups[level]);
            of_group.map_or(number, |other| other.turns[level])
        });
        let ticket = Ticket(number);
        self.waiting.push(Waiting { ticket, groups, turns, job });
        (ticket, self.displace(groups[SOURCE]))
    }

    pub(super) fn pop(&mut self) -> Option<J> {
        let (at, _) = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| (waiting.turns, waiting.ticket))?;
        let Waiting { groups, job, .. } = self.waiting.remove(at);
        let now = self.number();
        for other in &mut self.waiting {
            for (level, turn) in other.turns.iter_mut().enumerate() {
                if other.groups[level] == groups[level] {
                    *turn = now;
                }
            }
        }
        Some(job)
    }

    pub(super) fn cancel(&mut self, ticket: Ticket) {
        self.waiting.retain(|waiting| waiting.ticket != ticket);
    }

    /// Takes out a check when there are too many: of `source` if it has more than half of the capacity, else of all. It
    /// is the newest of those whose groups have the most.
    fn displace(&mut self, source: u64) -> Option<J> {
        let mut counts: HashMap<u64, usize> = HashMap::new();
        for group in self.waiting.iter().flat_map(|waiting| waiting.groups) {
            *counts.entry(group).or_default() += 1;
        }
        let count = |group: &u64| counts.get(group).copied().unwrap_or(0);
        let is_own_share = count(&source) > (self.capacity / 2).max(1);
        if !is_own_share && self.waiting.len() <= self.capacity {
            return None;
        }
        let candidates = self.waiting.iter().enumerate();
        let candidates = candidates.filter(|(_, waiting)| !is_own_share || waiting.groups[SOURCE] == source);
        let (at, _) = candidates.max_by_key(|(_, waiting)| (waiting.groups.each_ref().map(count), waiting.ticket))?;
        Some(self.waiting.remove(at).job)
    }

    fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups of a login at a source of a network of a class, each named by a digit.
    fn groups(path: &str) -> Groups {
        array::from_fn(|level| path[..=level].bytes().fold(0, |id, digit| 256 * id + u64::from(digit)))
    }

    fn waiting(capacity: usize, paths: &[&'static str]) -> WaitingChecks<&'static str> {
        let mut checks = WaitingChecks::new(capacity);
        for path in paths {
            assert_eq!(checks.push(groups(path), *path).1, None, "{path}");
        }
        checks
    }

    fn order(mut checks: WaitingChecks<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| checks.pop()).collect()
    }

    #[test]
    fn groups_take_turns_at_every_level() {
        for (case, paths, expected) in [
            ("logins of one source", &["1111", "1111", "1111", "1112"][..], &["1111", "1112", "1111", "1111"][..]),
            ("sources of a network", &["1111", "1112", "1113", "1121"], &["1111", "1121", "1112", "1113"]),
            ("networks", &["1111", "1121", "1131", "1211"], &["1111", "1211", "1121", "1131"]),
            ("classes", &["1111", "1211", "1311", "2111"], &["1111", "2111", "1211", "1311"]),
            ("one client only", &["1111", "1111"], &["1111", "1111"]),
        ] {
            assert_eq!(order(waiting(16, paths)), expected, "{case}");
        }
    }

    #[test]
    fn a_client_that_returns_again_and_again_has_no_more_turns_than_one_that_waits() {
        let mut checks = waiting(8, &["1111", "1211"]);
        let mut order = Vec::new();
        for _ in 0..3 {
            order.extend(checks.pop());
            checks.push(groups("1111"), "1111");
        }
        assert_eq!(order[..2], ["1111", "1211"]);
        // A group that comes back is behind those that wait already, even if it is new each time.
        let mut checks = waiting(8, &["1111", "1211"]);
        for new in ["1311", "1411", "1511"] {
            checks.pop();
            checks.push(groups(new), new);
        }
        assert!(checks.waiting.iter().all(|waiting| !["1111", "1211"].contains(&waiting.job)));
    }

    #[test]
    fn a_full_queue_takes_the_newest_check_of_the_largest_group() {
        for (case, present, new, displaced) in [
            ("a second network", ["1111", "1121", "1131", "1141"], "1211", "1141"),
            ("another class", ["1111", "1121", "1211", "1311"], "2111", "1121"),
            ("the larger of two networks", ["1111", "1121", "1131", "1211"], "1311", "1131"),
            ("the login with two of a network", ["1111", "1111", "1121", "1131"], "1211", "1111"),
            ("all are alone", ["1111", "1211", "1311", "1411"], "1511", "1511"),
            ("the largest group once more", ["1111", "1121", "1131", "1211"], "1141", "1141"),
        ] {
            let mut checks = waiting(4, &present);
            assert_eq!(checks.push(groups(new), new).1, Some(displaced), "{case}");
            assert_eq!(checks.len(), 4, "{case}");
        }
    }

    #[test]
    fn one_source_has_half_of_the_capacity_and_its_logins_share_them() {
        let mut checks = waiting(8, &["1111", "1111", "1111", "1112"]);
        assert_eq!(checks.push(groups("1111"), "new").1, Some("new"));
        assert_eq!(checks.push(groups("1113"), "other login").1, Some("1111"));
        assert_eq!(checks.push(groups("1121"), "other source").1, None);
        assert_eq!(order(checks), ["1111", "other source", "1112", "other login", "1111"]);
    }

    #[test]
    fn a_check_that_nobody_waits_for_gives_its_slot_up() {
        let mut checks = waiting(2, &["1111"]);
        let (ticket, _) = checks.push(groups("1211"), "gone");
        checks.cancel(ticket);
        assert_eq!(checks.push(groups("1311"), "1311").1, None);
        checks.cancel(ticket);
        assert_eq!(order(checks), ["1111", "1311"]);
    }
}
