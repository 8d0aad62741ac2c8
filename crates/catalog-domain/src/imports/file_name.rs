//! What the file of an import is called (`docs/imports-over-http.md#import-name`).

use std::fmt;

/// The most characters of a file's name.
pub const LONGEST_FILE_NAME: usize = 255;

/// The name of a file: 1 to [`LONGEST_FILE_NAME`] characters, none of them of control, and no path.
///
/// ```
/// use catalog_domain::imports::FileName;
/// assert_eq!(FileName::parse("Prices 1.csv").unwrap().as_str(), "Prices 1.csv");
/// assert_eq!(FileName::of_path("C:\\lists\\a.csv").unwrap().as_str(), "a.csv");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileName(Box<str>);

/// Why a text is no name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FileNameError {
    /// It is empty, blank or too long.
    #[error("must have 1 to {LONGEST_FILE_NAME} characters that are not all blanks")]
    Length,
    /// It has a character of control.
    #[error("must not contain control characters")]
    Control,
    /// It leads somewhere.
    #[error("must be a file's name without a path: no / and no \\")]
    Path,
}

impl FileName {
    /// The name that `text` is.
    ///
    /// # Errors
    /// [`FileNameError`] when it is none.
    pub fn parse(text: &str) -> Result<Self, FileNameError> {
        if text.trim().is_empty() || text.chars().count() > LONGEST_FILE_NAME {
            return Err(FileNameError::Length);
        }
        if text.chars().any(char::is_control) {
            return Err(FileNameError::Control);
        }
        if text.contains(['/', '\\']) || text == "." || text == ".." {
            return Err(FileNameError::Path);
        }
        Ok(Self(text.into()))
    }

    /// The name at the end of a path; `None` where it is none.
    pub fn of_path(path: &str) -> Option<Self> {
        Self::parse(path.rsplit(['/', '\\']).next()?).ok()
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_path_and_has_a_bounded_number_of_visible_characters() {
        let (longest, longer) = ("é".repeat(255), "é".repeat(256));
        for (text, expected) in [
            ("prices.csv", Ok(())),
            (" Цены №1.csv", Ok(())),
            ("..csv", Ok(())),
            (&longest, Ok(())),
            (&longer, Err(FileNameError::Length)),
            ("", Err(FileNameError::Length)),
            (" \u{a0}", Err(FileNameError::Length)),
            ("a\nb", Err(FileNameError::Control)),
            ("a\0", Err(FileNameError::Control)),
            ("a\u{85}", Err(FileNameError::Control)),
            ("lists/a.csv", Err(FileNameError::Path)),
            ("lists\\a.csv", Err(FileNameError::Path)),
            ("/", Err(FileNameError::Path)),
            (".", Err(FileNameError::Path)),
            ("..", Err(FileNameError::Path)),
        ] {
            assert_eq!(FileName::parse(text).map(drop), expected, "{text:?}");
        }
        for (path, name) in [("a", Some("a")), ("/x/y.csv", Some("y.csv")), ("C:\\y", Some("y")), ("x/", None)] {
            assert_eq!(FileName::of_path(path).as_ref().map(FileName::as_str), name, "{path}");
        }
    }
}
