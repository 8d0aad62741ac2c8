//! `catalog demo`: a generated catalog with two accounts, made once and served, with requests to paste.

use super::serve::serve;
use crate::config::{LogArguments, ServerConfig, ServerSettings};
use crate::demo_pictures;
use crate::start::listen;
use catalog_cli::demo::{Banner, DATABASE_URL, Demo, DemoAccount, DemoAccounts, DemoSite, RETENTION_DAYS};
use catalog_cli::generate::DEFAULT_STOREFRONT;
use catalog_cli::settings::{DatabaseConfig, StorefrontArguments, reachable};
use clap::Args;
use http_v2::{PrefilledLogin, PrefilledLogins};
use long_work::PeriodicThread;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct DemoArguments {
    /// Go on changing prices and stock, and now and then content: 20 products every 5 seconds. The change log is then
    /// retained for one day at most
    #[arg(long)]
    alive: bool,
    #[command(flatten)]
    storefront: StorefrontArguments,
    #[command(flatten)]
    settings: ServerSettings,
}

/// Makes missing data, serves it, and prints the requests.
///
/// # Errors
/// When a setting is bad, the store cannot be made, or the server cannot be started.
pub(crate) fn run(arguments: &DemoArguments, log: &LogArguments) -> anyhow::Result<()> {
    let storefront = arguments.storefront.or_default(DEFAULT_STOREFRONT)?;
    let mut config = ServerConfig::new(DatabaseConfig::of(DATABASE_URL)?, storefront, arguments.settings.clone())?;
    config.log_flags = log.flags();
    // Another demo in the same folder has the port, and its logins must go on working.
    let listeners = listen(&config)?;
    let pictures = format!("http://{}{}", reachable(listeners.address()), demo_pictures::PATH);
    let site = DemoSite { storefront: config.storefront.clone(), pictures };
    let demo = Demo::prepare(&config.database, site, config.settings.accounts.passwords)?;
    config.has_demo_pictures = true;
    config.prefilled_logins = prefilled(&demo.accounts);
    let is_alive = arguments.alive;
    if is_alive {
        let retention = &mut config.settings.feed.retention_days;
        *retention = RETENTION_DAYS.min(*retention);
    }
    let has_portal = config.settings.portal.is_on;
    let mut changing = None;
    let served = serve(config, Some(listeners), |address, http| {
        Banner { address, app: &http.app, accounts: &demo.accounts, has_portal, is_alive }.print()?;
        changing = is_alive.then(|| demo.keep_changing()).transpose()?;
        Ok(())
    });
    // The import under way is finished.
    changing.map(|thread: PeriodicThread| thread.stop(Duration::MAX));
    served
}

/// What `/docs` fills in.
fn prefilled(accounts: &DemoAccounts) -> PrefilledLogins {
    let login = |DemoAccount { email, password, .. }: &DemoAccount| PrefilledLogin {
        login: (*email).to_owned(),
        password: password.clone(),
    };
    [("/auth/token", login(&accounts.user)), ("/auth/admin/login", login(&accounts.administrator))].into()
}
