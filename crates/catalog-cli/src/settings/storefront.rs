//! The storefront whose sections are public.

use super::error::SettingError;
use catalog_domain::values::{StorefrontHost, StorefrontHostError};
use clap::Args;

const STOREFRONT_HOST: &str = "--storefront-host (CATALOG_STOREFRONT_HOST)";

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
