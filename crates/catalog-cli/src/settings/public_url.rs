//! What the links of invitations begin with.

use catalog_domain::accounts::InvitationLinks;
use catalog_domain::values::PageUrlRef;
use clap::Args;

/// The invitation links.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Accounts")]
pub struct PublicUrlConfig {
    /// The public address that links in invitations begin with [default: none, links are relative to the server]
    // The part before an `@` may be a password, so neither help nor errors show the value.
    #[arg(long = "public-url", value_name = "URL", env = "CATALOG_PUBLIC_URL", hide_env_values = true)]
    #[arg(value_parser = invitation_links, default_value = "", hide_default_value = true)]
    pub links: InvitationLinks,
}

fn invitation_links(address: &str) -> Result<InvitationLinks, String> {
    if address.trim().is_empty() {
        return Ok(InvitationLinks::default());
    }
    Ok(InvitationLinks::new(&web_address(address)?))
}

/// Reads the address of a site or page.
///
/// # Errors
/// What it must be instead.
pub fn web_address(address: &str) -> Result<String, String> {
    let address = address.trim();
    PageUrlRef::parse(address).map_err(|problem| problem.to_string())?;
    if address.contains(['?', '#', '@']) {
        return Err("must be an address without a user, a query or a fragment, such as https://shop.example".into());
    }
    Ok(address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::error::read;
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
}
