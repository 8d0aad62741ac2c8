//! Puts the adapters behind the ports: the one place that knows which is which.

use crate::config::{DatabaseConfig, ServerConfig, TokenConfig, cores};
use crate::freshness::Freshness;
use crate::refresh::Refresher;
use anyhow::Context;
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::StoreSettings;
use credentials::{BcryptHasher, JwtSigner, SystemClock, TokenKeys, random_signing_secret};
use http_common::{AccountDirectory, PasswordDesk, Services, SharedCatalog};
use std::sync::Arc;
use store_diesel::Store;

/// A server's parts, loaded and ready to be put behind HTTP.
pub(crate) struct Assembly {
    /// What handlers use.
    pub(crate) services: Services,
    /// Whether it is up to date.
    pub(crate) freshness: Arc<Freshness>,
    /// What keeps it so.
    pub(crate) refresher: Refresher,
}

/// Opens the store, loads the catalog and the accounts, and assembles a server. Blocks.
///
/// # Errors
/// When the store cannot be opened or read, belongs to another storefront, or there is no randomness for a secret.
pub(crate) fn assemble(config: &ServerConfig) -> anyhow::Result<Assembly> {
    let store = Arc::new(open_store(&config.database)?);
    let tokens = Arc::new(JwtSigner::new(&token_keys(&config.tokens, &*store)?, config.tokens.lifetime_seconds));
    let catalog = Arc::new(SharedCatalog::new(Catalog::empty(config.storefront.clone())));
    let accounts = Arc::new(AccountDirectory::new(store.clone()));
    let freshness = Arc::new(Freshness::new(config.refresh.patience()));
    let mut refresher = Refresher::new(
        store.clone(),
        store.clone(),
        config.storefront.clone(),
        (Arc::clone(&catalog), Arc::clone(&accounts)),
        Arc::clone(&freshness),
    );
    refresher.refresh()?;
    let services = Services {
        catalog,
        accounts,
        product_details: store.clone(),
        account_store: store,
        passwords: Arc::new(BcryptHasher::new(BcryptHasher::DEFAULT_COST)?),
        password_desk: PasswordDesk::new(cores()),
        tokens,
        clock: Arc::new(SystemClock),
    };
    Ok(Assembly { services, freshness, refresher })
}

/// Opens the store, which makes or migrates it.
///
/// # Errors
/// When it cannot be opened; the error says what to do and never shows a password.
pub(crate) fn open_store(config: &DatabaseConfig) -> anyhow::Result<Store> {
    Ok(Store::open(&config.url, &config.options)?)
}

/// The secret of the settings, or else the store's own, which is made by whoever asks first.
fn token_keys(config: &TokenConfig, settings: &dyn StoreSettings) -> anyhow::Result<TokenKeys> {
    let current = match &config.secret {
        Some(secret) => secret.clone(),
        None => {
            let candidate = random_signing_secret().context("cannot make a signing secret")?;
            settings.signing_secret(&candidate).context("cannot keep a signing secret")?
        }
    };
    Ok(TokenKeys { current, previous: config.previous_secret.clone() })
}
