//! What the run reports on standard error: lines, and on a terminal how far the reading of a list has come.

use catalog_client::WalkProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use safe_output::Printable;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// The bar takes what the rest leaves of the line.
const TEMPLATE: &str = "{wide_bar} {prefix} {percent:>2} %, {pos} of {len} products, {rate}/s, {eta} left";

/// Characters of a line: two bodies of a product that differs have room.
pub(crate) const LONGEST_LINE: usize = 20_000;

#[derive(Debug)]
pub(crate) struct Progress {
    /// The bar of the list that is read, if any.
    bar: Mutex<Option<ProgressBar>>,
    target: fn() -> ProgressDrawTarget,
}

impl Progress {
    /// Draws only where standard error is a terminal.
    pub(crate) fn new() -> Self {
        Self { bar: Mutex::default(), target: ProgressDrawTarget::stderr }
    }

    /// Prints one line. What it holds of the service's texts does nothing to the terminal.
    pub(crate) fn print_line(&self, line: &str) {
        let line = Printable::line(line, LONGEST_LINE);
        match &*self.bar.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    pub(crate) fn read_page(&self, section: &str, walk: WalkProgress) {
        let mut slot = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = slot.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(walk.total), (self.target)());
            // The template is well-formed, as the test shows.
            let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
            // A walk that goes on did not read the pages before in this run, so they are not in the rate.
            let style = style.progress_chars("##.").with_key("rate", |state: &ProgressState, line: &mut dyn Write| {
                let _ = write!(line, "{:.0}", state.per_sec());
            });
            bar.with_style(style).with_position((walk.page - 1).saturating_mul(walk.page_size).min(walk.total))
        });
        bar.set_prefix(format!("section {}", Printable::new(section)));
        bar.set_length(walk.total);
        bar.set_position(walk.products());
        if walk.page >= walk.page_count {
            bar.finish_and_clear();
            *slot = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::InMemoryTerm;
    use std::sync::LazyLock;

    static TERMINAL: LazyLock<InMemoryTerm> = LazyLock::new(|| InMemoryTerm::new(5, 100));

    #[test]
    fn a_terminal_shows_how_much_is_read_and_how_much_is_left() {
        let target = || ProgressDrawTarget::term_like(Box::new(TERMINAL.clone()));
        let progress = Progress { bar: Mutex::default(), target };
        let page = |page| WalkProgress { page, page_count: 4, page_size: 500, total: 1_900 };
        progress.read_page("1042", page(2));
        let line = TERMINAL.contents();
        for part in ["section 1042 53 %, 1000 of 1900 products, ", "/s, ", " left"] {
            assert!(line.contains(part), "{line}");
        }
        progress.read_page("1042", page(4));
        assert_eq!(TERMINAL.contents(), "");
        let extreme = WalkProgress { page: 3, page_count: u64::MAX, page_size: 1 << 62, total: u64::MAX };
        progress.read_page("1042\u{1b}[2J", extreme);
        assert!(TERMINAL.contents().contains(r"section 1042\u{1b}[2J"), "{}", TERMINAL.contents());
    }
}
