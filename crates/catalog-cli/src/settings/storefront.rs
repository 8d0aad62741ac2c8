//! The storefront whose sections are public.

use super::database::DatabaseConfig;
use super::error::SettingError;
use catalog_domain::values::{StorefrontHost, StorefrontHostError};
use clap::Args;

const STOREFRONT_HOST: &str = "--storefront-host (CATALOG_STOREFRONT_HOST)";
const FIRST_STEPS: &str = "must be set, and there is no store here yet. To look around, run `catalog demo`. For a \
                           catalog of your own: `export CATALOG_STOREFRONT_HOST=` and the host of your shop, \
                           `catalog import FILE`, `catalog serve`";

/// The storefront, as given.
#[derive(Args)]
#[command(next_help_heading = "Storefront")]
pub struct StorefrontArguments {
    /// The storefront's host name: only sections whose URL is on it are public
    #[arg(long, value_name = "HOST", env = "CATALOG_STOREFRONT_HOST", value_parser = StorefrontHost::parse)]
    storefront_host: Option<StorefrontHost>,
}

impl StorefrontArguments {
    /// The host, which is required.
    ///
    /// # Errors
    /// [`SettingError`] when it is missing.
    pub fn required(&self) -> Result<StorefrontHost, SettingError> {
        let missing = || SettingError::new(STOREFRONT_HOST, "must be set: it has no default");
        self.storefront_host.clone().ok_or_else(missing)
    }

    /// The same for a server. Where there is no store yet, the error says how to begin.
    ///
    /// # Errors
    /// [`SettingError`] when it is missing.
    pub fn required_to_serve(&self, database: &DatabaseConfig) -> Result<StorefrontHost, SettingError> {
        let files = database.url.files();
        let is_new = !files.is_empty() && files.iter().all(|file| !file.exists());
        self.required()
            .map_err(|missing| if is_new { SettingError::new(STOREFRONT_HOST, FIRST_STEPS) } else { missing })
    }

    /// The host, if one was given.
    pub fn optional(&self) -> Option<&StorefrontHost> {
        self.storefront_host.as_ref()
    }

    /// The host, or `default` when none was given.
    ///
    /// # Errors
    /// [`StorefrontHostError`] when `default` is no host.
    pub fn or_default(&self, default: &str) -> Result<StorefrontHost, StorefrontHostError> {
        self.storefront_host.clone().map_or_else(|| StorefrontHost::parse(default), Ok)
    }
}

/// The error for a store that was filled for another storefront.
pub fn storefront_mismatch(stored: &StorefrontHost, wanted: &StorefrontHost) -> SettingError {
    let (stored, wanted) = (stored.as_str(), wanted.as_str());
    SettingError::new(
        STOREFRONT_HOST,
        format!(
            "the store belongs to the storefront {stored}, not {wanted}; to change that, run an import with \
             --storefront-host {wanted} --change-storefront"
        ),
    )
}
