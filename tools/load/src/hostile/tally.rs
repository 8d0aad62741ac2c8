//! What an attacker got.

use std::collections::BTreeMap;
use std::{fmt, io};

/// What an attacker got, and what was noticed on the way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Statuses and other ends, in words.
    pub(crate) counts: BTreeMap<String, u64>,
    /// Bytes that came, as far as they were looked at.
    pub(crate) bytes: u64,
    pub(crate) opened: u64,
    pub(crate) notes: Vec<String>,
    pub(crate) problems: Vec<String>,
}

/// The server did not take the connection.
pub(crate) const REFUSED: &str = "not connected";
/// The server ended the connection while something was expected of it.
pub(crate) const CUT: &str = "cut off";
/// There was no response when the attacker gave up.
pub(crate) const UNANSWERED: &str = "unanswered";

impl Tally {
    pub(crate) fn count(&mut self, what: impl Copy + ToString) {
        *self.counts.entry(what.to_string()).or_default() += 1;
    }

    pub(crate) fn count_failure(&mut self, error: &io::Error) {
        self.count(if error.kind() == io::ErrorKind::TimedOut { UNANSWERED } else { CUT });
    }

    /// Counts what came on a connection that nobody reads properly: its first status line and its bytes.
    pub(crate) fn count_glance(&mut self, bytes: &[u8]) {
        match status_of(bytes) {
            Some(status) => self.count(status),
            None => self.count(UNANSWERED),
        }
        self.bytes += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.bytes += other.bytes;
        self.opened += other.opened;
        self.notes.extend(other.notes);
        self.problems.extend(other.problems);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counts.iter().try_for_each(|(what, count)| write!(formatter, "{count} x {what}, "))?;
        write!(formatter, "{} MiB on {} connections", self.bytes >> 20, self.opened)?;
        self.notes.iter().try_for_each(|note| write!(formatter, ", {note}"))
    }
}

fn status_of(bytes: &[u8]) -> Option<u16> {
    let line = bytes.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    std::str::from_utf8(line).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glance_counts_the_first_status_and_all_bytes_and_tallies_add_up() {
        let (mut tally, mut other) = (Tally::default(), Tally { opened: 3, ..Tally::default() });
        tally.count_glance(b"HTTP/1.1 400 Bad Request\r\n");
        tally.count_glance(b"HTTP/1.");
        other.count_glance(b"");
        other.count(400);
        other.count_failure(&io::ErrorKind::ConnectionReset.into());
        other.count_failure(&io::ErrorKind::TimedOut.into());
        other.notes.push("a note".into());
        tally.merge(other);
        assert_eq!(tally.bytes, 33);
        assert_eq!(tally.to_string(), "2 x 400, 1 x cut off, 3 x unanswered, 0 MiB on 3 connections, a note");
    }
}
