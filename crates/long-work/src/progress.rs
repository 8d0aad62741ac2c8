//! The progress of long work as a line on a terminal.

use crate::Observer;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is drawn of a step whose length is known. The bar takes what the rest leaves of the line.
const PART: &str = "{wide_bar} {prefix} {percent:>2} %, {records} records, {rate}/s, {eta} left";
/// What is drawn of another one.
const COUNT: &str = "{prefix}{counted}";

/// The line. A step that reads is measured in bytes, which are known beforehand, and every other one in what it does.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// What is done of the step.
    done: Arc<AtomicU64>,
    is_drawn: bool,
    is_reading: AtomicBool,
}

impl Progress {
    /// A line on standard error, which is not drawn where that is no terminal, nor before a step begins.
    pub fn on_terminal() -> Self {
        Self::on(ProgressDrawTarget::stderr())
    }

    fn on(target: ProgressDrawTarget) -> Self {
        let (done, is_drawn, is_reading) = (Arc::default(), !target.is_hidden(), AtomicBool::new(false));
        Self { bar: ProgressBar::with_draw_target(None, target), done, is_drawn, is_reading }
    }

    /// Whether there is a terminal.
    pub fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// A step begins that has about `total` parts, or bytes to read, which [`Self::read`] counts, if that is known.
    /// Returns how much was done of the one before.
    pub fn begin(&self, step: &str, total: Option<u64>, is_reading: bool) -> u64 {
        let done = self.end();
        if !self.is_drawn {
            return done;
        }
        self.is_reading.store(is_reading, Ordering::Relaxed);
        let total = total.filter(|total| *total > 0);
        // The style comes first, because everything else may draw.
        self.bar.set_style(self.style(if total.is_some() { PART } else { COUNT }));
        self.bar.reset();
        self.bar.set_prefix(step.to_owned());
        match total {
            Some(total) => self.bar.set_length(total),
            None => self.bar.unset_length(),
        }
        done
    }

    /// The step ends. Returns how much was done of it.
    pub fn end(&self) -> u64 {
        self.done.swap(0, Ordering::Relaxed)
    }

    /// So many bytes more were read.
    pub fn read(&self, bytes: u64) {
        if self.is_drawn {
            self.bar.inc(bytes);
        }
    }

    /// Wipes the line, and draws no more.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn style(&self, template: &str) -> ProgressStyle {
        let [records, rate, counted] = [(); 3].map(|()| Arc::clone(&self.done));
        // Both templates are well-formed, as the test shows.
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        style
            .progress_chars("##.")
            .with_key("records", move |_: &ProgressState, line: &mut dyn Write| {
                let _ = write!(line, "{}", records.load(Ordering::Relaxed));
            })
            .with_key("rate", move |state: &ProgressState, line: &mut dyn Write| {
                let _ = write!(line, "{}", per_second(rate.load(Ordering::Relaxed), state));
            })
            .with_key("counted", move |state: &ProgressState, line: &mut dyn Write| {
                // Some steps count nothing.
                let done = counted.load(Ordering::Relaxed);
                if done > 0 {
                    let _ = write!(line, ": {done} records, {}/s", per_second(done, state));
                }
            })
    }
}

impl Observer for Progress {
    fn begins(&self, step: &str, total: Option<u64>) {
        self.begin(step, total, false);
    }

    fn did(&self, parts: u64) {
        self.done.fetch_add(parts, Ordering::Relaxed);
        if self.is_drawn && !self.is_reading.load(Ordering::Relaxed) {
            self.bar.inc(parts);
        }
    }
}

fn per_second(done: u64, state: &ProgressState) -> u128 {
    u128::from(done) * 1000 / state.elapsed().as_millis().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::InMemoryTerm;

    #[test]
    fn the_line_shows_step_part_and_rate_fits_a_narrow_terminal_and_is_wiped() {
        for (width, step, total, done, drawn) in [
            (80, "reading", Some(10_000_000), 3_000, "reading 50 %, 3000 records, "),
            (60, "reading", Some(10_000_000), 3_000, "reading 50 %, 3000 records, "),
            (60, "reading", Some(5_000_000), 3_000, "reading 100 %, 3000 records, "),
            (60, "reading", None, 3_000, "reading: 3000 records, "),
            (60, "reading", Some(0), 3_000, "reading: 3000 records, "),
            (60, "writing", Some(9_000), 3_000, "writing 33 %, 3000 records, "),
            (60, "checking", None, 0, "checking"),
        ] {
            let terminal = InMemoryTerm::new(5, width);
            let progress = Progress::on(ProgressDrawTarget::term_like(Box::new(terminal.clone())));
            assert_eq!(terminal.contents(), "");
            progress.begin(step, total, step == "reading");
            progress.did(done);
            if step == "reading" {
                progress.read(5_000_000);
            }
            let line = terminal.contents();
            assert!(line.contains(drawn), "{width}: {line}");
            assert_eq!(line.contains("/s"), step != "checking", "{line}");
            assert_eq!(line.contains(" left"), drawn.contains('%'), "{line}");
            assert_eq!(line.lines().count(), 1, "{width}: {line}");
            progress.clear();
            assert_eq!(terminal.contents(), "");
        }
    }
}
