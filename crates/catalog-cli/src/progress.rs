//! The progress of an import or a move as a line on a terminal.

use catalog_import::ImportPhase;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is drawn of a phase whose length is known. The bar takes what the rest leaves of the line.
const PART: &str = "{wide_bar} {prefix} {percent:>2} %, {records} records, {rate}/s, {eta} left";
const COUNT: &str = "{prefix}: {records} records, {rate}/s";
/// What is drawn of a step that does not count.
const STEP: &str = "{prefix}";

/// The line. Reading is measured in bytes, which are known beforehand, and everything else in records.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    /// Bytes to read, before decompression; `None` when that is not known.
    total_bytes: Option<u64>,
    records: Arc<AtomicU64>,
    is_reading: AtomicBool,
}

impl Progress {
    /// A line on standard error; `None` where that is no terminal. Nothing is drawn before a phase begins.
    pub(super) fn on_terminal(total_bytes: Option<u64>, records: Arc<AtomicU64>) -> Option<Self> {
        let target = ProgressDrawTarget::stderr();
        (!target.is_hidden()).then(|| Self::new(target, total_bytes, records))
    }

    fn new(target: ProgressDrawTarget, total_bytes: Option<u64>, records: Arc<AtomicU64>) -> Self {
        let bar = ProgressBar::with_draw_target(None, target);
        Self { bar, total_bytes, records, is_reading: AtomicBool::new(true) }
    }

    /// A phase begins that is about `total` records, if that is known.
    pub(super) fn begin(&self, phase: ImportPhase, total: Option<u64>) {
        let is_reading = phase == ImportPhase::Reading;
        self.is_reading.store(is_reading, Ordering::Relaxed);
        let total = if is_reading { self.total_bytes } else { total }.filter(|total| *total > 0);
        self.draw(phase.to_string(), total, if total.is_some() { PART } else { COUNT });
    }

    fn draw(&self, name: String, total: Option<u64>, template: &str) {
        // The style comes first, because everything else may draw.
        self.bar.set_style(self.style(template));
        self.bar.reset();
        self.bar.set_prefix(name);
        match total {
            Some(total) => self.bar.set_length(total),
            None => self.bar.unset_length(),
        }
    }

    /// A step begins that is about `total` records, if it counts them.
    pub(super) fn begin_step(&self, step: &str, total: Option<u64>) {
        self.is_reading.store(false, Ordering::Relaxed);
        self.records.store(0, Ordering::Relaxed);
        let total = total.filter(|total| *total > 0);
        self.draw(step.to_owned(), total, if total.is_some() { PART } else { STEP });
    }

    pub(super) fn did_records(&self, count: u64) {
        self.records.fetch_add(count, Ordering::Relaxed);
        self.bar.inc(count);
    }

    /// So many bytes more were read.
    pub(super) fn read(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    pub(super) fn did_record(&self) {
        if !self.is_reading.load(Ordering::Relaxed) {
            self.bar.inc(1);
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn style(&self, template: &str) -> ProgressStyle {
        let (counted, done) = (Arc::clone(&self.records), Arc::clone(&self.records));
        // Both templates are well-formed, as the test shows.
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        style
            .progress_chars("##.")
            .with_key("records", move |_: &ProgressState, line: &mut dyn Write| {
                let _ = write!(line, "{}", counted.load(Ordering::Relaxed));
            })
            .with_key("rate", move |state: &ProgressState, line: &mut dyn Write| {
                let done = u128::from(done.load(Ordering::Relaxed));
                let _ = write!(line, "{}", done * 1000 / state.elapsed().as_millis().max(1));
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::InMemoryTerm;

    #[test]
    fn the_line_shows_phase_part_and_rate_fits_a_narrow_terminal_and_is_wiped() {
        for (width, total_bytes, phase, total, drawn) in [
            (80, Some(10_000_000), ImportPhase::Reading, None, "reading 50 %, 3000 records, "),
            (60, Some(10_000_000), ImportPhase::Reading, None, "reading 50 %, 3000 records, "),
            (60, Some(5_000_000), ImportPhase::Reading, None, "reading 100 %, 3000 records, "),
            (60, None, ImportPhase::Reading, None, "reading: 3000 records, "),
            (60, Some(0), ImportPhase::Reading, None, "reading: 3000 records, "),
            (60, None, ImportPhase::Writing, Some(3), "writing 33 %, 3000 records, "),
        ] {
            let (terminal, records) = (InMemoryTerm::new(5, width), Arc::new(AtomicU64::new(3_000)));
            let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
            let progress = Progress::new(target, total_bytes, records);
            assert_eq!(terminal.contents(), "");
            progress.begin(phase, total);
            match phase {
                ImportPhase::Reading => progress.read(5_000_000),
                _ => progress.did_record(),
            }
            let line = terminal.contents();
            assert!(line.contains(drawn) && line.contains("/s"), "{width}: {line}");
            assert_eq!(line.contains(" left"), drawn.contains('%'), "{line}");
            assert_eq!(line.lines().count(), 1, "{width}: {line}");
            progress.clear();
            assert_eq!(terminal.contents(), "");
        }
    }
}
