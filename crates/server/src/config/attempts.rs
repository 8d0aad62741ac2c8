//! How often one source may log in, and whose word about sources is believed.

use super::SettingError;
use super::setting::read_number;
use catalog_domain::attempts::AttemptLimit;
use clap::Args;
use http_common::TrustedProxies;

const LOGINS: &str = "--login-attempts-per-minute (CATALOG_LOGIN_ATTEMPTS_PER_MINUTE)";
const PROXIES: &str = "--trusted-proxies (CATALOG_TRUSTED_PROXIES)";

/// The most logins a minute that can be set: a limit that never limits is no setting but a mistake.
const MOST_LOGINS: u32 = 100_000;

#[derive(Args)]
pub(crate) struct AttemptArguments {
    /// How many logins one address may try in a minute, right or wrong ones
    #[arg(long, value_name = "N", env = "CATALOG_LOGIN_ATTEMPTS_PER_MINUTE", default_value = "10")]
    login_attempts_per_minute: String,
    /// Addresses or CIDR blocks, comma-separated, of proxies whose X-Forwarded-For is believed [default: none]
    #[arg(long, value_name = "LIST", env = "CATALOG_TRUSTED_PROXIES", default_value = "", hide_default_value = true)]
    trusted_proxies: String,
}

/// How often one source may log in.
#[derive(Debug, Clone)]
pub(crate) struct AttemptConfig {
    /// Logins of one source.
    pub(crate) logins: AttemptLimit,
    /// The proxies before the servers.
    pub(crate) trusted_proxies: TrustedProxies,
}

impl AttemptConfig {
    /// Reads the settings.
    ///
    /// # Errors
    /// [`SettingError`] for a bad number or address.
    pub(crate) fn read(arguments: &AttemptArguments) -> Result<Self, SettingError> {
        let logins = read_number(LOGINS, &arguments.login_attempts_per_minute, 1..=MOST_LOGINS)?;
        let trusted_proxies =
            arguments.trusted_proxies.parse().map_err(|problem| SettingError::new(PROXIES, problem))?;
        Ok(Self { logins: AttemptLimit::per_minute(logins), trusted_proxies })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(logins: &str, proxies: &str) -> Result<AttemptConfig, SettingError> {
        AttemptConfig::read(&AttemptArguments {
            login_attempts_per_minute: logins.into(),
            trusted_proxies: proxies.into(),
        })
    }

    #[test]
    fn a_limit_is_at_least_one_and_proxies_are_addresses() {
        let config = read("7", "10.0.0.0/8, ::1").unwrap();
        assert_eq!(config.logins, AttemptLimit::per_minute(7));
        assert!(config.trusted_proxies.contain([10, 1, 2, 3].into()));
        assert_eq!(read("7", "").unwrap().trusted_proxies, TrustedProxies::default());
        for (logins, proxies, named) in [
            ("0", "", "--login-attempts-per-minute"),
            ("many", "", "--login-"),
            ("1", "proxy.example", "--trusted-proxies"),
        ] {
            let error = read(logins, proxies).unwrap_err().to_string();
            assert!(error.starts_with(named), "{error}");
        }
    }
}
