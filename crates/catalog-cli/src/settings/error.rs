//! What is wrong with a setting, in one line.

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};
use std::error::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A setting that cannot be used. The value is quoted only where it cannot be a secret.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting}: {problem}")]
pub struct SettingError {
    /// The flag and the environment variable.
    setting: String,
    /// What is wrong and what was expected.
    problem: String,
}

impl SettingError {
    /// `setting` names the flag and the variable, such as `--bind (CATALOG_BIND)`.
    pub fn new(setting: impl Into<String>, problem: impl Display) -> Self {
        Self { setting: setting.into(), problem: problem.to_string() }
    }

    /// What a complaint of `command` about a value says, if that is the value of a setting. The value is left out where
    /// help does not show it either.
    pub fn of(error: &clap::Error, command: &Command) -> Option<Self> {
        let text = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.as_str()),
            _ => None,
        };
        let (flag, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
        let flag = flag.split_whitespace().next()?;
        let setting = argument(command, flag.strip_prefix("--")?)?;
        let problem = match (error.source(), error.get(ContextKind::ValidValue)) {
            (Some(problem), _) => problem.to_string(),
            (None, Some(ContextValue::Strings(values))) => format!("is not one of {}", values.join(", ")),
            _ => return None,
        };
        let quoted = if setting.is_hide_env_values_set() { String::new() } else { format!("{value:?} ") };
        let variable = setting.get_env()?.display();
        Some(Self::new(format!("{flag} ({variable})"), format!("{quoted}{problem}")))
    }
}

fn argument<'a>(command: &'a Command, long: &str) -> Option<&'a Arg> {
    let own = command.get_arguments().find(|argument| argument.get_long() == Some(long));
    own.or_else(|| command.get_subcommands().find_map(|command| argument(command, long)))
}

/// Reads a whole number within `range`.
pub fn whole<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("is not a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads a switch.
pub fn on_or_off(text: &str) -> Result<bool, &'static str> {
    match text.trim() {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("is neither on nor off"),
    }
}

/// The settings of `C`, read from a command line alone.
///
/// # Errors
/// The complaint.
#[cfg(test)]
pub(super) fn read<C: clap::Args>(arguments: &[&str]) -> Result<C, String> {
    let command = C::augment_args(Command::new("test").no_binary_name(true));
    let matches = command.clone().try_get_matches_from(arguments);
    let settings = matches.and_then(|matches| C::from_arg_matches(&matches));
    settings.map_err(|error| SettingError::of(&error, &command).map_or_else(|| error.to_string(), |e| e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_must_be_whole_and_within_its_range() {
        for (text, read) in
            [("1", Some(1_u64)), (" 60 ", Some(60)), ("0", None), ("61", None), ("", None), ("1.5", None), ("-1", None)]
        {
            assert_eq!(whole(1..=60)(text).ok(), read, "{text:?}");
        }
    }

    #[test]
    fn a_complaint_names_flag_variable_value_and_what_would_be_right_and_shows_no_secret() {
        #[derive(Debug, clap::Args)]
        struct Settings {
            #[arg(long, env = "TEST_NUMBER", value_parser = whole(1..=60_u64), default_value = "1")]
            number: u64,
            #[arg(long, env = "TEST_ADDRESS", hide_env_values = true)]
            address: Option<crate::output::OutputFormat>,
        }
        for (arguments, error) in [
            (["--number", "many"], r#"--number (TEST_NUMBER): "many" is not a whole number from 1 to 60"#),
            (["--address", "hunter2"], "--address (TEST_ADDRESS): is not one of text, json"),
        ] {
            assert_eq!(read::<Settings>(&arguments).unwrap_err(), error);
        }
        let settings = read::<Settings>(&["--number", "60"]).unwrap();
        assert_eq!((settings.number, settings.address), (60, None));
    }
}
