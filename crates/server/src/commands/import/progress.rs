//! How far an import has come, as a line on a terminal.

use catalog_import::ImportPhase;
use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time between two drawings.
const INTERVAL: Duration = Duration::from_millis(200);

/// Width of the bar, in characters.
const WIDTH: u64 = 30;

/// How far the run is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    pub(super) phase: ImportPhase,
    /// Bytes of the files that were read, before decompression.
    pub(super) bytes_read: u64,
    /// Records that the phase has done.
    pub(super) records: u64,
    /// Records that the phase is about; `None` while they are being read.
    pub(super) total: Option<u64>,
    /// How long the phase has been going on.
    pub(super) elapsed: Duration,
}

/// Draws until it is dropped, and then wipes the line.
pub(super) struct Progress {
    stop: Option<mpsc::Sender<()>>,
    drawing: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts drawing. `total` is the number of bytes to read; `None` when that is not known.
    pub(super) fn start(total: Option<u64>, standing: impl Fn() -> Standing + Send + 'static) -> Self {
        let (stop, stopped) = mpsc::channel();
        let drawing = std::thread::spawn(move || {
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let _ = write!(io::stderr().lock(), "\r{}\x1b[K", line(&standing(), total));
            }
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        });
        Self { stop: Some(stop), drawing: Some(drawing) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(drawing) = self.drawing.take() {
            let _ = drawing.join();
        }
    }
}

/// What is drawn.
fn line(standing: &Standing, total_bytes: Option<u64>) -> String {
    let Standing { phase, bytes_read, records, total, elapsed } = *standing;
    // Reading is measured in bytes, which are known beforehand; the rest in records.
    let (done, all) = if phase == ImportPhase::Reading { (bytes_read, total_bytes) } else { (records, total) };
    let tail = format!("{records} records, {}/s", rate(records, elapsed));
    let Some(all) = all.filter(|all| *all > 0) else { return format!("{phase}: {tail}") };
    let done = done.min(all);
    // A part of the whole, so the result fits easily.
    let percent = u128::from(done) * 100 / u128::from(all);
    format!("{} {phase} {percent:>2} %, {tail}{}", bar(done.saturating_mul(WIDTH) / all), time_left(done, all, elapsed))
}

fn rate(records: u64, elapsed: Duration) -> u128 {
    u128::from(records) * 1000 / elapsed.as_millis().max(1)
}

fn time_left(done: u64, all: u64, elapsed: Duration) -> String {
    if done == 0 || done >= all {
        return String::new();
    }
    let milliseconds = elapsed.as_millis() * u128::from(all - done) / u128::from(done);
    format!(", {} s left", milliseconds.div_ceil(1000))
}

fn bar(done: u64) -> String {
    (0..WIDTH).map(|at| if at < done { '#' } else { '.' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_phase_part_rate_and_time_left() {
        let reading = Standing {
            phase: ImportPhase::Reading,
            bytes_read: 5_000_000,
            records: 3_000,
            total: None,
            elapsed: Duration::from_secs(3),
        };
        let writing = Standing { phase: ImportPhase::Writing, records: 10, total: Some(30), ..reading };
        for (standing, total, drawn) in [
            (
                Standing { bytes_read: 0, records: 0, ..reading },
                Some(10_000_000),
                ".............................. reading  0 %, 0 records, 0/s",
            ),
            (reading, Some(10_000_000), "###############............... reading 50 %, 3000 records, 1000/s, 3 s left"),
            (reading, Some(5_000_000), "############################## reading 100 %, 3000 records, 1000/s"),
            (reading, None, "reading: 3000 records, 1000/s"),
            (reading, Some(0), "reading: 3000 records, 1000/s"),
            (writing, None, "##########.................... writing 33 %, 10 records, 3/s, 6 s left"),
        ] {
            assert_eq!(line(&standing, total), drawn);
        }
    }
}
