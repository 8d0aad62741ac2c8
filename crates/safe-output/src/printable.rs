//! Texts of another system, made fit for a terminal or a log.

use std::fmt;

/// Characters of a text that are shown, as many as fit into a message that a person reads.
const LONGEST_TEXT: usize = 200;

/// Shows a text of another system: characters that a terminal obeys or does not show are escaped, such as line ends,
/// colors and changes of direction, and what is longer than 200 characters is cut.
///
/// ```
/// use safe_output::Printable;
/// assert_eq!(Printable::new("Pump №7 \u{202e}\u{1b}[2J").to_string(), r"Pump №7 \u{202e}\u{1b}[2J");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Printable<'a> {
    text: &'a str,
    limit: usize,
}

impl<'a> Printable<'a> {
    /// One text of another system.
    pub fn new(text: &'a str) -> Self {
        Self { text, limit: LONGEST_TEXT }
    }

    /// A line that may hold several such texts: `limit` characters of it.
    pub fn line(text: &'a str, limit: usize) -> Self {
        Self { text, limit }
    }
}

impl fmt::Display for Printable<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, character) in self.text.chars().enumerate() {
            if index == self.limit {
                return formatter.write_str("…");
            }
            // What the standard library would show as it is in a literal is visible; quotes and backslashes are, too.
            if matches!(character, '\'' | '"' | '\\') || character.escape_debug().len() == 1 {
                fmt::Write::write_char(formatter, character)?;
            } else {
                write!(formatter, "{}", character.escape_unicode())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_nothing_that_it_obeys_or_hides() {
        for (text, shown) in [
            ("Насос \"7\" \\ 'a'", "Насос \"7\" \\ 'a'"),
            ("a\nb\r\tc", r"a\u{a}b\u{d}\u{9}c"),
            ("\u{1b}]0;x\u{7}\u{9b}2J", r"\u{1b}]0;x\u{7}\u{9b}2J"),
            ("\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}", r"\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}"),
        ] {
            assert_eq!(Printable::new(text).to_string(), shown);
        }
    }

    #[test]
    fn a_long_text_is_cut_and_a_short_one_is_not() {
        assert_eq!(Printable::new(&"я".repeat(200)).to_string(), "я".repeat(200));
        assert_eq!(Printable::new(&"я".repeat(201)).to_string(), "я".repeat(200) + "…");
        assert_eq!(Printable::line("abc", 2).to_string(), "ab…");
    }
}
