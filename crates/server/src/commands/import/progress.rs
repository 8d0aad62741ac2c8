//! How far an import has come: a bar on standard error, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time between two drawings.
const INTERVAL: Duration = Duration::from_millis(200);

/// Width of the bar, in characters.
const WIDTH: u64 = 30;

/// Draws until it is dropped, and then wipes the line.
pub(super) struct Progress {
    read: Arc<AtomicU64>,
    stop: Option<mpsc::Sender<()>>,
    drawing: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts drawing, if anybody is there to see it. `total` is the number of bytes to read; `None` when that is not known.
    pub(super) fn start(total: Option<u64>) -> Self {
        let read = Arc::new(AtomicU64::new(0));
        if !io::stderr().is_terminal() {
            return Self { read, stop: None, drawing: None };
        }
        let (stop, stopped) = mpsc::channel();
        let seen = Arc::clone(&read);
        let drawing = std::thread::spawn(move || draw_until_stopped(&seen, total, &stopped));
        Self { read, stop: Some(stop), drawing: Some(drawing) }
    }

    /// What is told of every piece that was read.
    pub(super) fn listener(&self) -> impl FnMut(u64) + use<> {
        let read = Arc::clone(&self.read);
        move |bytes| {
            read.fetch_add(bytes, Ordering::Relaxed);
        }
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

fn draw_until_stopped(read: &AtomicU64, total: Option<u64>, stopped: &mpsc::Receiver<()>) {
    let started = Instant::now();
    while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let line = line(read.load(Ordering::Relaxed), total, started.elapsed());
        let _ = write!(io::stderr().lock(), "\r{line}\x1b[K");
    }
    let _ = write!(io::stderr().lock(), "\r\x1b[K");
}

/// What is drawn.
fn line(read: u64, total: Option<u64>, elapsed: Duration) -> String {
    let (megabytes, seconds) = (read / 1_000_000, elapsed.as_secs());
    match total.filter(|total| *total > 0) {
        Some(total) if read >= total => format!("{} checking and writing, {seconds} s", bar(WIDTH)),
        Some(total) => {
            // A percentage of at most 100, so the product fits easily.
            let percent = u128::from(read) * 100 / u128::from(total);
            let done = read.min(total).saturating_mul(WIDTH) / total;
            format!("{} reading {percent:>2} %, {megabytes} MB, {seconds} s", bar(done))
        }
        None => format!("importing: {megabytes} MB read, {seconds} s"),
    }
}

fn bar(done: u64) -> String {
    (0..WIDTH).map(|at| if at < done { '#' } else { '.' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_while_reading_and_then_says_that_it_goes_on() {
        let seconds = Duration::from_secs(3);
        for (read, total, drawn) in [
            (0, Some(10_000_000), ".............................. reading  0 %, 0 MB, 3 s"),
            (5_000_000, Some(10_000_000), "###############............... reading 50 %, 5 MB, 3 s"),
            (10_000_000, Some(10_000_000), "############################## checking and writing, 3 s"),
            (7_500_000, None, "importing: 7 MB read, 3 s"),
            (0, Some(0), "importing: 0 MB read, 3 s"),
        ] {
            assert_eq!(line(read, total, seconds), drawn);
        }
    }
}
