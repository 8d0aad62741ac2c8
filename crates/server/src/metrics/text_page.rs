//! Writes the Prometheus text format, version 0.0.4.

use std::fmt::{Display, Write};

/// A page under construction.
#[derive(Debug, Default)]
pub(super) struct TextPage {
    text: String,
}

/// Names and values that tell the samples of one family apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels<'a> {
    pairs: Vec<(&'a str, String)>,
}

impl<'a> Labels<'a> {
    /// These and one more.
    pub(super) fn and(&self, name: &'a str, value: &str) -> Self {
        let mut labels = self.clone();
        labels.pairs.push((name, value.to_owned()));
        labels
    }
}

impl TextPage {
    /// Begins a family; its samples follow. `kind` is `counter`, `gauge` or `histogram`.
    pub(super) fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// A family of one sample without labels.
    pub(super) fn single(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.family(name, kind, help);
        self.sample(name, &Labels::default(), value);
    }

    /// One sample.
    pub(super) fn sample(&mut self, name: &str, labels: &Labels<'_>, value: impl Display) {
        self.text.push_str(name);
        let mut separator = '{';
        for (label, text) in &labels.pairs {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{separator}{label}=\"{escaped}\"");
            separator = ',';
        }
        let end = if labels.pairs.is_empty() { "" } else { "}" };
        let _ = writeln!(self.text, "{end} {value}");
    }

    /// The page.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_values_are_quoted_so_that_none_can_break_the_page() {
        let mut page = TextPage::default();
        page.family("f", "counter", "What it counts.");
        page.sample("f", &Labels::default().and("a", "x\"\\\n").and("b", "{y}"), 3);
        page.single("g", "gauge", "One.", 0.5);
        let expected = "# HELP f What it counts.\n# TYPE f counter\nf{a=\"x\\\"\\\\\\n\",b=\"{y}\"} 3\n\
                        # HELP g One.\n# TYPE g gauge\ng 0.5\n";
        assert_eq!(page.finish(), expected);
    }
}
