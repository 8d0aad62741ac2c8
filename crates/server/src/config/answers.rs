//! How much memory answers may take.

use super::SettingError;
use super::setting::read_number;
use clap::Args;

const ANSWER_CACHE: &str = "--answer-cache-mb (CATALOG_ANSWER_CACHE_MB)";

const MAX_ANSWER: &str = "--max-answer-mb (CATALOG_MAX_ANSWER_MB)";

/// The largest of either: a terabyte, in megabytes.
const LARGEST_MEGABYTES: u64 = 1 << 20;

#[derive(Args)]
pub(crate) struct AnswerArguments {
    /// How much memory answers that were given already may take, in megabytes; 0 keeps none
    #[arg(long, value_name = "MB", env = "CATALOG_ANSWER_CACHE_MB", default_value = "40")]
    answer_cache_mb: String,
    /// How much memory answers may take that clients have not taken yet, in megabytes, beside the cache; further ones wait, then get a 503
    #[arg(long, value_name = "MB", env = "CATALOG_MAX_ANSWER_MB", default_value = "256")]
    max_answer_mb: String,
}

/// How much memory finished answers may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AnswerConfig {
    /// In bytes.
    pub(crate) cache_bytes: u64,
    /// What may be in flight beside it, in bytes.
    pub(crate) max_bytes: u64,
}

impl AnswerConfig {
    /// Reads the settings.
    ///
    /// # Errors
    /// [`SettingError`] for what is no number or out of range.
    pub(crate) fn read(arguments: &AnswerArguments) -> Result<Self, SettingError> {
        let cache = read_number(ANSWER_CACHE, &arguments.answer_cache_mb, 0..=LARGEST_MEGABYTES)?;
        let max = read_number(MAX_ANSWER, &arguments.max_answer_mb, 1..=LARGEST_MEGABYTES)?;
        Ok(Self { cache_bytes: cache << 20, max_bytes: max << 20 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cache: &str, max: &str) -> Result<AnswerConfig, SettingError> {
        AnswerConfig::read(&AnswerArguments { answer_cache_mb: cache.into(), max_answer_mb: max.into() })
    }

    #[test]
    fn both_are_given_in_megabytes_and_the_cache_may_be_off() {
        for (text, bytes) in [("64", Some(64 << 20)), ("0", Some(0)), ("-1", None), ("1.5", None), ("1048577", None)] {
            let config = read(text, "256");
            assert_eq!(config.as_ref().ok().map(|config| config.cache_bytes), bytes, "{text}");
            assert!(bytes.is_some() || config.unwrap_err().to_string().starts_with("--answer-cache-mb"));
        }
        assert_eq!(read("0", "1").unwrap().max_bytes, 1 << 20);
        for text in ["0", "-1", "much"] {
            assert!(read("0", text).unwrap_err().to_string().starts_with("--max-answer-mb"), "{text}");
        }
    }
}
