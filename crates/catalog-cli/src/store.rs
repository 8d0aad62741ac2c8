//! Opens the store of a command.

use crate::output::print_error;
use crate::settings::DatabaseConfig;
use catalog_app::causes;
use store_diesel::Store;

/// Opens the store, making or migrating it if necessary.
///
/// # Errors
/// When it cannot be opened; the error states the remedy and never contains a password.
pub fn open_store(config: &DatabaseConfig) -> anyhow::Result<Store> {
    Ok(Store::open(&config.url, &config.options()).map_err(|problem| DatabaseConfig::cannot_open(&problem))?)
}

/// Opens the store that must be there already, migrating it if necessary: for every command that does not begin a
/// store.
///
/// # Errors
/// When there is none, or it cannot be opened; the error states the remedy and never contains a password.
pub(crate) fn open_existing_store(config: &DatabaseConfig) -> anyhow::Result<Store> {
    let opened = Store::open_existing(&config.url, &config.options());
    Ok(opened.map_err(|problem| DatabaseConfig::cannot_open(&problem))?)
}

/// Opens the store that must be there already to show what is in it. When it was moved elsewhere, that is said first:
/// what it has is its last state.
///
/// # Errors
/// Those of [`open_existing_store`].
pub(crate) fn open_store_to_show(config: &DatabaseConfig) -> anyhow::Result<Store> {
    let store = open_existing_store(config)?;
    if let Err(error) = store.check_not_moved() {
        print_error(&format!("catalog: what follows is the last state of this store: {}", causes(&error)));
    }
    Ok(store)
}

/// Opens the store for a dry run, which leaves everything as it is; `None` where there is no store.
///
/// # Errors
/// When it cannot be opened or has an older schema; the error states the remedy and never contains a password.
pub(crate) fn open_unchanged_store(config: &DatabaseConfig) -> anyhow::Result<Option<Store>> {
    let opened = Store::open_unchanged(&config.url, &config.options());
    Ok(opened.map_err(|problem| DatabaseConfig::cannot_open(&problem))?)
}
