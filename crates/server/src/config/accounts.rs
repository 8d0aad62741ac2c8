//! Accounts: how many may wait for approval, what the links of invitations begin with, and how often one source may log
//! in.

use super::setting::whole;
use catalog_domain::accounts::{AttemptLimit, InvitationLinks};
use catalog_domain::values::PageUrlRef;
use clap::Args;
use clap::builder::TypedValueParser;
use http_common::auth::TrustedProxies;

/// The most pending accounts that can be set: finding the oldest ones takes time with each registration.
const MOST_PENDING: u32 = 1_000_000;
/// The most logins a minute that can be set: a limit that never applies is a mistake.
const MOST_LOGINS: u32 = 100_000;

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
    #[command(flatten)]
    pub(crate) public_url: PublicUrlConfig,
}

/// The invitation links.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Accounts")]
pub(crate) struct PublicUrlConfig {
    /// The public address that links in invitations begin with [default: none, links are relative to the server]
    // The part before an `@` may be a password, so neither help nor errors show the value.
    #[arg(long = "public-url", value_name = "URL", env = "CATALOG_PUBLIC_URL", hide_env_values = true)]
    #[arg(value_parser = invitation_links, default_value = "", hide_default_value = true)]
    pub(crate) links: InvitationLinks,
}

fn invitation_links(address: &str) -> Result<InvitationLinks, String> {
    let address = address.trim();
    if address.is_empty() {
        return Ok(InvitationLinks::default());
    }
    PageUrlRef::parse(address).map_err(|problem| problem.to_string())?;
    if address.contains(['?', '#', '@']) {
        return Err("must be an address without a user, a query or a fragment, such as https://shop.example".into());
    }
    Ok(InvitationLinks::new(address))
}

#[cfg(test)]
mod tests {
    use super::super::setting::read;
    use super::*;
    use catalog_domain::accounts::InvitationToken;

    #[test]
    fn links_begin_with_the_public_address_if_there_is_one() {
        for (public_url, link) in [
            ("", "/portal/password?invitation=x"),
            ("https://shop.example", "https://shop.example/portal/password?invitation=x"),
            (" http://127.0.0.1:8080/ ", "http://127.0.0.1:8080/portal/password?invitation=x"),
            ("https://shop.example/catalog/", "https://shop.example/catalog/portal/password?invitation=x"),
        ] {
            let config: PublicUrlConfig = read(&["--public-url", public_url]).unwrap();
            assert_eq!(config.links.link(&InvitationToken::new("x".into())), link);
        }
    }

    #[test]
    fn a_limit_is_a_number_and_proxies_are_addresses() {
        let flags = ["--login-attempts-per-minute", "7", "--trusted-proxies", "10.0.0.0/8, ::1"];
        let config: AttemptConfig = read(&flags).unwrap();
        assert_eq!(config.logins, AttemptLimit::per_minute(7));
        assert!(config.trusted_proxies.contain([10, 1, 2, 3].into()));
        assert_eq!(read::<AttemptConfig>(&[]).unwrap().trusted_proxies, TrustedProxies::default());
    }
}
