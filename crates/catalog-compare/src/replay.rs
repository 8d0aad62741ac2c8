//! Repeats the v1 requests of an access log against both systems. The log is read in chunks, each of which is a unit of
//! the journal.

mod log_line;
mod log_reader;

use crate::difference::split;
use crate::error::CompareError;
use crate::journal::{Entry, FirstPass, Suspect};
use crate::options::{Pace, ReplayOptions};
use crate::walk::{REPLAY, Session, key};
use log_line::{LogLine, LoggedRequest};
use log_reader::LogReader;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many lines a unit has.
const CHUNK: usize = 1_000;
/// The most numbers of lines that a unit names.
const MOST_NAMED: usize = 100;

/// Replays a log.
pub(crate) fn replay(session: &Session<'_>, options: &ReplayOptions) -> Result<(), CompareError> {
    let total = log_reader::count_lines(&options.log)?;
    session.workers.observer.begins("replaying the log", Some(total));
    let mut reader = LogReader::open(&options.log)?;
    let mut timetable = Timetable { pace: options.pace, began: None };
    for index in 0.. {
        let lines = reader.next_lines(CHUNK)?;
        if lines.is_empty() {
            return Ok(());
        }
        let (key, count) = (key(REPLAY, index), lines.len() as u64);
        if session.journal.first_pass(&key).is_none() {
            replay_chunk(session, &key, lines, &mut timetable)?;
        }
        session.workers.observer.did(count);
    }
    Ok(())
}

struct Timetable {
    pace: Pace,
    /// The time of the first request in the log, in seconds, and when it was sent.
    began: Option<(i64, Instant)>,
}

impl Timetable {
    /// How long to wait for a request of this time.
    fn wait(&mut self, time: i64, now: Instant) -> Duration {
        let (first, began) = *self.began.get_or_insert((time, now));
        let after = Duration::from_secs(u64::try_from(time - first).unwrap_or_default());
        if self.pace == Pace::Fast { Duration::ZERO } else { (began + after).saturating_duration_since(now) }
    }
}

fn replay_chunk(
    session: &Session<'_>,
    key: &str,
    lines: Vec<(u64, LogLine)>,
    timetable: &mut Timetable,
) -> Result<(), CompareError> {
    let mut done = FirstPass::default();
    let mut requests = Vec::new();
    for (number, line) in lines {
        match line {
            LogLine::Request(request) => requests.push((number, request)),
            LogLine::Skipped(reason) => *done.skipped.entry(reason.to_owned()).or_default() += 1,
            LogLine::Unreadable => {
                *done.skipped.entry("cannot be read".to_owned()).or_default() += 1;
                if done.unreadable.len() < MOST_NAMED {
                    done.unreadable.push(number);
                }
            }
        }
    }
    let done = Mutex::new(done);
    let timetable = Mutex::new(timetable);
    let timed = requests.into_iter().map(|(number, LoggedRequest { time, request })| {
        // In the order of the log: no request is begun before this one.
        let wait = timetable.lock().unwrap_or_else(PoisonError::into_inner).wait(time, Instant::now());
        std::thread::sleep(wait);
        (number, request)
    });
    session.workers.run(timed, |(number, request)| {
        let (announced, open) = split(session.pair.compare(&request)?.differences);
        session.write_checked(key, number, announced)?;
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        *done.compared.entry(request.route.pattern().to_owned()).or_default() += 1;
        if !open.is_empty() {
            done.suspects.push(Suspect::Request(request));
        }
        Ok(())
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    // The order in which responses came says nothing.
    done.suspects.sort_by_key(|suspect| format!("{suspect:?}"));
    session.journal.write(&Entry::First { key: key.to_owned(), done })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_sent_at_the_times_of_the_log_or_at_once() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        let mut timetable = Timetable { pace: Pace::Log, began: None };
        assert_eq!(timetable.wait(1_000, start), Duration::ZERO);
        assert_eq!(timetable.wait(1_010, later(4)), Duration::from_secs(6));
        assert_eq!(timetable.wait(1_011, later(20)), Duration::ZERO, "late");
        assert_eq!(timetable.wait(999, later(20)), Duration::ZERO, "a line that is older than the first");
        let mut timetable = Timetable { pace: Pace::Fast, began: None };
        assert_eq!([timetable.wait(0, start), timetable.wait(9, start)], [Duration::ZERO; 2]);
    }
}
