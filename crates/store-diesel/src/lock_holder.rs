//! Who holds the import lock: what a lock file, or the row of a lease, says about it.

use std::fmt;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// What the lock is held for.
const WORKS: [&str; 4] = ["import", "copy", "backup", "restore"];

/// The process that holds the import lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockHolder {
    /// Since when, in microseconds since 1970.
    since: i64,
    process: u32,
    /// One of [`WORKS`].
    work: &'static str,
    /// The name of its machine; empty where that is unknown.
    host: String,
}

impl LockHolder {
    /// This process, as it is stored behind the time since which it holds the lock.
    pub(crate) fn of_this_process(work: &str) -> String {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host: String = host.trim().chars().filter(char::is_ascii_graphic).take(64).collect();
        format!("{} {work} {host}", std::process::id())
    }

    /// The holder that was stored behind a mark; `None` for a text of an earlier version.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace().skip(1);
        Some(Self {
            since: words.next()?.parse().ok()?,
            process: words.next()?.parse().ok()?,
            work: words.next().and_then(|word| WORKS.into_iter().find(|work| *work == word))?,
            host: words.next().unwrap_or_default().to_owned(),
        })
    }
}

impl fmt::Display for LockHolder {
    /// `the import of process 4711 on db1, since 2026-11-26T22:00:00Z`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { since, process, work, host } = self;
        write!(formatter, "the {work} of process {process}")?;
        if !host.is_empty() {
            write!(formatter, " on {host}")?;
        }
        let since = OffsetDateTime::from_unix_timestamp(since.div_euclid(1_000_000)).ok();
        match since.and_then(|since| since.format(&Rfc3339).ok()) {
            Some(since) => write!(formatter, ", since {since}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_read_as_it_was_stored_and_anything_else_is_none() {
        let holder = LockHolder::read("0af7 1795730400000000 4711 import db1").unwrap();
        assert_eq!(holder.to_string(), "the import of process 4711 on db1, since 2026-11-26T22:00:00Z");
        let own = LockHolder::read(&format!("- 0 {}", LockHolder::of_this_process("copy"))).unwrap();
        assert!(own.to_string().starts_with(&format!("the copy of process {}", std::process::id())), "{own}");
        for other in ["", "a process that died", "x 1 2", "x y 2 import", "x 1 2 \u{1b}[31m"] {
            assert_eq!(LockHolder::read(other), None, "{other:?}");
        }
    }
}
