//! What an attacker got.

use catalog_testkit::process::HttpResponse;
use std::collections::BTreeMap;
use std::io;

/// What an attacker got, and what was noticed on the way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) statuses: BTreeMap<u16, u64>,
    /// Bytes that came, as far as they were looked at.
    pub(crate) bytes: u64,
    pub(crate) opened: u64,
    /// Connections that the server did not take.
    pub(crate) refused: u64,
    /// Connections that the server ended while something was expected of it.
    pub(crate) cut: u64,
    /// Requests without a response when the attacker gave up.
    pub(crate) unanswered: u64,
    /// What else is worth knowing.
    pub(crate) notes: Vec<String>,
    pub(crate) problems: Vec<String>,
}

impl Tally {
    /// Counts a response, but not its bytes: those of one that does not end count, too.
    pub(crate) fn count(&mut self, response: &HttpResponse) {
        *self.statuses.entry(response.status).or_default() += 1;
    }

    pub(crate) fn count_failure(&mut self, error: &io::Error) {
        if error.kind() == io::ErrorKind::TimedOut {
            self.unanswered += 1;
        } else {
            self.cut += 1;
        }
    }

    /// Counts what came on a connection that nobody reads properly: its first status line and its bytes.
    pub(crate) fn count_glance(&mut self, bytes: &[u8]) {
        match status_of(bytes) {
            Some(status) => *self.statuses.entry(status).or_default() += 1,
            None => self.unanswered += 1,
        }
        self.bytes += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (status, count) in other.statuses {
            *self.statuses.entry(status).or_default() += count;
        }
        self.bytes += other.bytes;
        self.opened += other.opened;
        self.refused += other.refused;
        self.cut += other.cut;
        self.unanswered += other.unanswered;
        self.notes.extend(other.notes);
        self.problems.extend(other.problems);
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
    fn a_glance_counts_the_first_status_and_all_bytes() {
        let mut tally = Tally::default();
        tally.count_glance(b"HTTP/1.1 400 Bad Request\r\n");
        tally.count_glance(b"HTTP/1.");
        tally.count_glance(b"");
        assert_eq!((tally.statuses, tally.bytes, tally.unanswered), (BTreeMap::from([(400, 1)]), 33, 2));
    }

    #[test]
    fn tallies_add_up() {
        let response = |status| HttpResponse { status, length: 10, ..HttpResponse::default() };
        let (mut tally, mut other) =
            (Tally { bytes: 10, ..Tally::default() }, Tally { bytes: 20, cut: 2, ..Tally::default() });
        other.notes.push("a note".into());
        tally.count(&response(200));
        other.count(&response(200));
        other.count(&response(503));
        other.count_failure(&io::ErrorKind::ConnectionReset.into());
        other.count_failure(&io::ErrorKind::TimedOut.into());
        tally.merge(other);
        let expected = Tally {
            statuses: BTreeMap::from([(200, 2), (503, 1)]),
            bytes: 30,
            cut: 3,
            unanswered: 1,
            notes: vec!["a note".into()],
            ..Tally::default()
        };
        assert_eq!(tally, expected);
    }
}
