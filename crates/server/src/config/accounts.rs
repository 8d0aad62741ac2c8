//! Accounts: how many may wait for approval, and how often one source may log in.

use catalog_cli::settings::{PasswordConfig, PublicUrlConfig, whole};
use catalog_domain::accounts::AttemptLimit;
use clap::Args;
use clap::builder::TypedValueParser;
use http_common::auth::TrustedProxies;
use std::time::Duration;

/// The most pending accounts that can be set: finding the oldest ones takes time with each registration.
const MOST_PENDING: u32 = 1_000_000;
/// The most logins a minute that can be set: a limit that never applies is a mistake.
const MOST_LOGINS: u32 = 100_000;

/// The longest time without the store that can be set, in seconds: a day.
const LONGEST_STALENESS: u64 = 86_400;

/// Login attempts per source, and trusted proxies.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Accounts")]
pub(crate) struct AttemptConfig {
    /// How many logins one address may try per minute, right or wrong
    #[arg(long = "login-attempts-per-minute", value_name = "N", env = "CATALOG_LOGIN_ATTEMPTS_PER_MINUTE")]
    #[arg(value_parser = whole(1..=MOST_LOGINS).map(AttemptLimit::per_minute), default_value = "10")]
    pub(crate) logins: AttemptLimit,
    /// Addresses or CIDR blocks, comma-separated, of proxies whose X-Forwarded-For is trusted [default: none]
    #[arg(long, value_name = "LIST", env = "CATALOG_TRUSTED_PROXIES", default_value = "", hide_default_value = true)]
    pub(crate) trusted_proxies: TrustedProxies,
}

/// The settings of accounts.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Accounts")]
pub(crate) struct AccountConfig {
    /// How many accounts may wait for approval; beyond that the oldest are deleted
    #[arg(long = "max-pending-accounts", value_name = "N", env = "CATALOG_MAX_PENDING_ACCOUNTS")]
    #[arg(value_parser = whole(1..=MOST_PENDING), default_value = "10000")]
    pub(crate) most_pending: u32,
    /// After how long without the store keys and tokens are refused with 503, in seconds [default: never]
    #[arg(long = "access-staleness-seconds", value_name = "N", env = "CATALOG_ACCESS_STALENESS_SECONDS")]
    #[arg(value_parser = whole(1..=LONGEST_STALENESS).map(Duration::from_secs))]
    pub(crate) access_staleness: Option<Duration>,
    #[command(flatten)]
    pub(crate) passwords: PasswordConfig,
    #[command(flatten)]
    pub(crate) public_url: PublicUrlConfig,
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    #[test]
    fn a_limit_is_a_number_and_proxies_are_addresses() {
        let flags = ["--login-attempts-per-minute", "7", "--trusted-proxies", "10.0.0.0/8, ::1"];
        let config: AttemptConfig = read(&flags).unwrap();
        assert_eq!(config.logins, AttemptLimit::per_minute(7));
        assert!(config.trusted_proxies.contain([10, 1, 2, 3].into()));
        assert_eq!(read::<AttemptConfig>(&[]).unwrap().trusted_proxies, TrustedProxies::default());
    }
}
