//! What the run reports on standard error: lines, and on a terminal how far the first copy of a section has come.

use catalog_client::CopyProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use parking_lot::Mutex;
use safe_output::Printable;
use std::fmt::Write;

/// The bar takes what the rest leaves of the line.
const TEMPLATE: &str = "{wide_bar} {prefix} {percent:>2} %, {pos} of {len} products, {rate}/s, {eta} left";

const LONGEST_LINE: usize = 2_000;

#[derive(Debug)]
pub(crate) struct Progress {
    /// The bar of the section that is read, if any.
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
        match &*self.bar.lock() {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    pub(crate) fn show_copy(&self, section: &str, progress: CopyProgress, is_whole: bool) {
        let mut slot = self.bar.lock();
        let bar = slot.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(progress.total), (self.target)());
            // The template is well-formed, as the test shows.
            let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
            // What another run read is not in the rate.
            let style = style.progress_chars("##.").with_key("rate", |state: &ProgressState, line: &mut dyn Write| {
                let _ = write!(line, "{:.0}", state.per_sec());
            });
            bar.with_style(style).with_position(progress.products)
        });
        bar.set_prefix(format!("section {}", Printable::new(section)));
        bar.set_length(progress.total);
        bar.set_position(progress.products);
        if is_whole {
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
        let copied = |products| CopyProgress { products, total: 1_900 };
        progress.show_copy("1042", copied(1_000), false);
        let line = TERMINAL.contents();
        for part in ["section 1042 53 %, 1000 of 1900 products, ", "/s, ", " left"] {
            assert!(line.contains(part), "{line}");
        }
        progress.show_copy("1042", copied(1_900), true);
        assert_eq!(TERMINAL.contents(), "");
        let extreme = CopyProgress { products: 1 << 62, total: u64::MAX };
        progress.show_copy("1042\u{1b}[2J", extreme, false);
        assert!(TERMINAL.contents().contains(r"section 1042\u{1b}[2J"), "{}", TERMINAL.contents());
    }
}
