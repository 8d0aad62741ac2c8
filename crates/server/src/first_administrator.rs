//! What a server says when it starts over a store in which nobody can sign in yet.

use crate::config::ServerConfig;
use catalog_cli::first_administrator::{invite, is_needed};
use catalog_cli::output::print_line;
use catalog_cli::settings::reachable;
use catalog_domain::accounts::InvitationLinks;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use store_diesel::Store;

/// On a terminal: prints a link on which the first administrator sets a password. Elsewhere a log keeps what is
/// printed, so it names the command instead. A store that fails only costs the offer.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn offer(store: &Store, config: &ServerConfig, address: SocketAddr) -> io::Result<()> {
    let has_page = config.settings.portal.is_on && io::stdout().is_terminal();
    let invited = if has_page { invite(store, &config.storefront, &links(config, address)) } else { Ok(None) };
    match invited {
        Ok(Some(first)) => print_line(&format!(
            "nobody can sign in yet: set the password of the administrator {} within an hour at\n  {}",
            first.email, first.link
        )),
        Ok(None) => {
            if is_needed(store, &config.storefront).unwrap_or_default() {
                tracing::warn!(
                    "nobody can sign in yet: make an administrator with `catalog user add EMAIL --role admin`"
                );
            }
            Ok(())
        }
        Err(error) => {
            tracing::warn!(%error, "whether there is an administrator is not known");
            Ok(())
        }
    }
}

/// Links that begin with the public address or, without one, with that of this server.
fn links(config: &ServerConfig, address: SocketAddr) -> InvitationLinks {
    let public = &config.settings.accounts.public_url.links;
    if public.are_absolute() { public.clone() } else { InvitationLinks::new(&format!("http://{}", reachable(address))) }
}
