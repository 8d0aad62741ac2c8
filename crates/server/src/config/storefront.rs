//! Whose sections are public.

use super::SettingError;
use catalog_domain::url_group::StorefrontHost;
use clap::Args;

const STOREFRONT_HOST: &str = "--storefront-host (CATALOG_STOREFRONT_HOST)";

#[derive(Args)]
pub(crate) struct StorefrontArguments {
    /// The storefront's host name: only sections whose URL is on it are public
    #[arg(long, value_name = "HOST", env = "CATALOG_STOREFRONT_HOST")]
    storefront_host: Option<String>,
}

impl StorefrontArguments {
    /// The host, which must have been given.
    ///
    /// # Errors
    /// [`SettingError`] when it is missing or no host.
    pub(crate) fn required(&self) -> Result<StorefrontHost, SettingError> {
        let text = self.storefront_host.as_deref();
        Self::read(text.ok_or_else(|| SettingError::new(STOREFRONT_HOST, "must be set: it has no default"))?)
    }

    /// The host, or `default` when none was given.
    ///
    /// # Errors
    /// [`SettingError`] when what was given is no host.
    pub(crate) fn or_default(&self, default: &str) -> Result<StorefrontHost, SettingError> {
        Self::read(self.storefront_host.as_deref().unwrap_or(default))
    }

    fn read(text: &str) -> Result<StorefrontHost, SettingError> {
        StorefrontHost::parse(text).map_err(|problem| SettingError::new(STOREFRONT_HOST, format!("{text:?} {problem}")))
    }
}

/// The complaint about a store that was filled for another storefront.
pub(crate) fn storefront_mismatch(kept: &StorefrontHost, wanted: &StorefrontHost) -> SettingError {
    let (kept, wanted) = (kept.as_str(), wanted.as_str());
    SettingError::new(
        STOREFRONT_HOST,
        format!(
            "the store belongs to the storefront {kept}, not {wanted}; to change that, run an import with \
             --storefront-host {wanted} --change-storefront"
        ),
    )
}
