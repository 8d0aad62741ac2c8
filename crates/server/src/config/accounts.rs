//! Accounts: how many may wait for approval, and what the links of invitations begin with.

use super::SettingError;
use super::setting::read_number;
use catalog_domain::invitation::InvitationLinks;
use catalog_domain::url_group::PageUrlRef;
use clap::Args;

const MAX_PENDING: &str = "--max-pending-accounts (CATALOG_MAX_PENDING_ACCOUNTS)";
const PUBLIC_URL: &str = "--public-url (CATALOG_PUBLIC_URL)";

/// The most pending accounts that can be set: finding the oldest ones takes time with each registration.
const MOST_PENDING: u32 = 1_000_000;

#[derive(Args)]
pub(crate) struct AccountArguments {
    /// How many accounts may wait for approval; beyond that the oldest are forgotten
    #[arg(long, value_name = "N", env = "CATALOG_MAX_PENDING_ACCOUNTS", default_value = "10000")]
    max_pending_accounts: String,
    #[command(flatten)]
    public_url: PublicUrlArguments,
}

#[derive(Args)]
pub(crate) struct PublicUrlArguments {
    /// The address that links in invitations begin with [default: none, links are relative to the server]
    #[arg(long, value_name = "URL", env = "CATALOG_PUBLIC_URL", default_value = "", hide_default_value = true)]
    public_url: String,
}

/// What holds for accounts.
#[derive(Debug, Clone)]
pub(crate) struct AccountConfig {
    /// The bound on pending accounts.
    pub(crate) most_pending: u32,
    /// What invitations look like.
    pub(crate) links: InvitationLinks,
}

impl AccountConfig {
    /// Reads the settings.
    ///
    /// # Errors
    /// [`SettingError`] for a bad number or address.
    pub(crate) fn read(arguments: &AccountArguments) -> Result<Self, SettingError> {
        Ok(Self {
            most_pending: read_number(MAX_PENDING, &arguments.max_pending_accounts, 1..=MOST_PENDING)?,
            links: arguments.public_url.links()?,
        })
    }
}

impl PublicUrlArguments {
    /// The links that begin with the address.
    ///
    /// # Errors
    /// [`SettingError`] for what is no plain `http` or `https` address.
    pub(crate) fn links(&self) -> Result<InvitationLinks, SettingError> {
        let address = self.public_url.trim();
        if address.is_empty() {
            return Ok(InvitationLinks::default());
        }
        PageUrlRef::parse(address).map_err(|problem| SettingError::new(PUBLIC_URL, problem))?;
        // The value is not quoted: what stands before an `@` may be a password.
        if address.contains(['?', '#', '@']) {
            let problem = "must be an address without a user, a query or a fragment, such as https://shop.example";
            return Err(SettingError::new(PUBLIC_URL, problem));
        }
        Ok(InvitationLinks::new(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::invitation::InvitationToken;

    fn read(most: &str, public_url: &str) -> Result<AccountConfig, SettingError> {
        AccountConfig::read(&AccountArguments {
            max_pending_accounts: most.into(),
            public_url: PublicUrlArguments { public_url: public_url.into() },
        })
    }

    #[test]
    fn links_begin_with_the_public_address_if_there_is_one() {
        for (public_url, link) in [
            ("", "/portal/password?invitation=x"),
            ("https://shop.example", "https://shop.example/portal/password?invitation=x"),
            (" http://127.0.0.1:8080/ ", "http://127.0.0.1:8080/portal/password?invitation=x"),
            ("https://shop.example/catalog/", "https://shop.example/catalog/portal/password?invitation=x"),
        ] {
            let config = read("1", public_url).unwrap();
            assert_eq!(config.links.link(&InvitationToken::new("x".into())), link);
        }
    }

    #[test]
    fn a_bad_value_is_named() {
        for (most, public_url, named) in [
            ("0", "", "--max-pending-accounts"),
            ("many", "", "--max-pending-accounts"),
            ("1", "shop.example", "--public-url"),
            ("1", "ftp://shop.example", "--public-url"),
            ("1", "https://user:hunter2@shop.example", "--public-url"),
            ("1", "https://shop.example/?a=b", "--public-url"),
            ("1", "https://shop.example/#a", "--public-url"),
        ] {
            let error = read(most, public_url).unwrap_err().to_string();
            assert!(error.starts_with(named) && !error.contains("hunter2"), "{error}");
        }
    }
}
