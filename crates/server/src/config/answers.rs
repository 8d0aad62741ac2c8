//! How much memory finished answers may take.

use super::SettingError;
use super::setting::read_number;
use clap::Args;

const ANSWER_CACHE: &str = "--answer-cache-mb (CATALOG_ANSWER_CACHE_MB)";

/// The largest cache: a terabyte, in megabytes.
const LARGEST_MEGABYTES: u64 = 1 << 20;

#[derive(Args)]
pub(crate) struct AnswerArguments {
    /// How much memory answers that were given already may take, in megabytes; 0 keeps none
    #[arg(long, value_name = "MB", env = "CATALOG_ANSWER_CACHE_MB", default_value = "40")]
    answer_cache_mb: String,
}

/// How much memory finished answers may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AnswerConfig {
    /// In bytes.
    pub(crate) cache_bytes: u64,
}

impl AnswerConfig {
    /// Reads the setting.
    ///
    /// # Errors
    /// [`SettingError`] for what is no number or out of range.
    pub(crate) fn read(arguments: &AnswerArguments) -> Result<Self, SettingError> {
        let megabytes = read_number(ANSWER_CACHE, &arguments.answer_cache_mb, 0..=LARGEST_MEGABYTES)?;
        Ok(Self { cache_bytes: megabytes << 20 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_given_in_megabytes_and_may_be_off() {
        for (text, bytes) in [("64", Some(64 << 20)), ("0", Some(0)), ("-1", None), ("1.5", None), ("1048577", None)] {
            let config = AnswerConfig::read(&AnswerArguments { answer_cache_mb: text.into() });
            assert_eq!(config.as_ref().ok().map(|config| config.cache_bytes), bytes, "{text}");
            assert!(bytes.is_some() || config.unwrap_err().to_string().starts_with("--answer-cache-mb"));
        }
    }
}
