//! What is wrong with a setting, in one line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A setting that cannot be used. The value is quoted only where it cannot be a secret.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting}: {problem}")]
pub(crate) struct SettingError {
    /// The flag and the environment variable.
    setting: &'static str,
    /// What is wrong and what was expected.
    problem: String,
}

impl SettingError {
    /// `setting` names the flag and the variable, such as `--bind (CATALOG_BIND)`.
    pub(crate) fn new(setting: &'static str, problem: impl Display) -> Self {
        Self { setting, problem: problem.to_string() }
    }
}

/// Reads a whole number within `range`.
///
/// # Errors
/// [`SettingError`] for anything else.
pub(crate) fn read_number<N>(setting: &'static str, text: &str, range: RangeInclusive<N>) -> Result<N, SettingError>
where
    N: FromStr + PartialOrd + Display,
{
    let number = text.trim().parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (lowest, highest) = (range.start(), range.end());
        SettingError::new(setting, format!("{text:?} is not a whole number from {lowest} to {highest}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_must_be_whole_and_within_its_range() {
        for (text, read) in
            [("1", Some(1_u64)), (" 60 ", Some(60)), ("0", None), ("61", None), ("", None), ("1.5", None), ("-1", None)]
        {
            assert_eq!(read_number("--x (X)", text, 1..=60).ok(), read, "{text:?}");
        }
        let error = read_number("--x (X)", "many", 1..=60).unwrap_err();
        assert_eq!(error.to_string(), r#"--x (X): "many" is not a whole number from 1 to 60"#);
    }
}
