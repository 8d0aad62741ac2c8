//! Settings: read once, one struct per concern, each with the flags and environment variables it is read from.
//!
//! Flags are texts to clap, and checked here: a bad setting is told in one line that names the flag and the variable,
//! wherever the value came from.

mod database;
mod http;
mod log;
mod refresh;
mod setting;
mod storefront;
mod tokens;

pub(crate) use database::{DatabaseArguments, DatabaseConfig};
pub(crate) use http::{HttpArguments, HttpConfig, cores};
pub(crate) use log::{LogArguments, LogConfig, LogFormat};
pub(crate) use refresh::{RefreshArguments, RefreshConfig};
pub(crate) use setting::SettingError;
pub(crate) use storefront::{StorefrontArguments, storefront_mismatch};
pub(crate) use tokens::{TokenArguments, TokenConfig};

use catalog_domain::url_group::StorefrontHost;
use clap::Args;

/// The settings of everything that serves HTTP.
#[derive(Args)]
pub(crate) struct ServerArguments {
    #[command(flatten)]
    pub(crate) http: HttpArguments,
    #[command(flatten)]
    pub(crate) tokens: TokenArguments,
    #[command(flatten)]
    pub(crate) refresh: RefreshArguments,
}

/// A whole server's settings, checked.
#[derive(Debug)]
pub(crate) struct ServerConfig {
    /// Where the catalog is kept.
    pub(crate) database: DatabaseConfig,
    /// Whose sections are public.
    pub(crate) storefront: StorefrontHost,
    /// How HTTP is served.
    pub(crate) http: HttpConfig,
    /// How tokens are signed.
    pub(crate) tokens: TokenConfig,
    /// How the store is followed.
    pub(crate) refresh: RefreshConfig,
}

impl ServerConfig {
    /// Checks the settings of a server over `database` for `storefront`.
    ///
    /// # Errors
    /// [`SettingError`] for the first bad one.
    pub(crate) fn read(
        database: DatabaseConfig,
        storefront: StorefrontHost,
        arguments: &ServerArguments,
    ) -> Result<Self, SettingError> {
        Ok(Self {
            database,
            storefront,
            http: HttpConfig::read(&arguments.http)?,
            tokens: TokenConfig::read(&arguments.tokens, |name| std::env::var_os(name))?,
            refresh: RefreshConfig::read(&arguments.refresh)?,
        })
    }
}
