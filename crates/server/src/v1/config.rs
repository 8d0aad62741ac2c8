//! Whether v1 is served, and until when.

use catalog_app::text::{iso_time, read_iso_time};
use catalog_cli::settings::on_or_off;
use catalog_domain::values::Timestamp;
use clap::{ArgAction, Args};
use http_v1_compat::DEPRECATED_SINCE;
use std::fmt;
use std::str::FromStr;

/// The settings of v1.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct V1Config {
    /// Whether to serve v1; off answers 410 on all of its routes
    #[arg(id = "v1", long = "v1", value_name = "on|off", env = "CATALOG_V1", default_value = "on")]
    #[arg(action = ArgAction::Set, value_parser = on_or_off)]
    pub(crate) is_on: bool,
    /// When v1 ends: a date such as 2027-06-30, or a time with an offset. Responses of v1 announce it [default: none]
    #[arg(long = "v1-sunset", value_name = "DATE", env = "CATALOG_V1_SUNSET")]
    pub(crate) sunset: Option<SunsetDate>,
}

/// When v1 ends, not before it was deprecated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SunsetDate(pub(crate) Timestamp);

impl FromStr for SunsetDate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let date = read_iso_time(text.trim()).ok_or("is not a date such as 2027-06-30")?;
        if date < DEPRECATED_SINCE {
            return Err(format!("is before {}, when v1 became deprecated", iso_time(DEPRECATED_SINCE)));
        }
        Ok(Self(date))
    }
}

impl fmt::Display for SunsetDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&iso_time(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::read;

    #[test]
    fn the_end_of_v1_is_a_date_or_a_time_after_its_deprecation() {
        for (text, expected) in [
            ("2027-06-30", "2027-06-30T00:00:00Z"),
            (" 2027-06-30T12:00:00+03:00 ", "2027-06-30T09:00:00Z"),
            ("2026-11-01", "2026-11-01T00:00:00Z"),
        ] {
            let config: V1Config = read(&["--v1-sunset", text]).unwrap();
            assert_eq!((config.sunset.unwrap().to_string().as_str(), config.is_on), (expected, true));
        }
        let config: V1Config = read(&["--v1", "off"]).unwrap();
        assert!(!config.is_on && config.sunset.is_none());
    }
}
