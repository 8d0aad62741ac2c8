//! Settings: read once, one struct per concern, each with the flags and environment variables it is read from.
//!
//! Flags are texts to clap, and checked here: a bad setting is told in one line that names the flag and the variable,
//! wherever the value came from.

mod accounts;
mod answers;
mod attempts;
mod database;
mod feed;
mod http;
mod log;
mod log_targets;
mod metrics;
mod refresh;
mod setting;
mod standby;
mod storefront;
mod tokens;

pub(crate) use accounts::{AccountArguments, AccountConfig, PublicUrlArguments};
pub(crate) use answers::{AnswerArguments, AnswerConfig};
pub(crate) use attempts::{AttemptArguments, AttemptConfig};
pub(crate) use database::{DatabaseArguments, DatabaseConfig};
pub(crate) use feed::{FeedArguments, FeedConfig};
pub(crate) use http::{HttpArguments, HttpConfig, cores};
pub(crate) use log::{LogArguments, LogConfig, LogFormat};
pub(crate) use metrics::{MetricsArguments, MetricsConfig};
pub(crate) use refresh::{RefreshArguments, RefreshConfig};
pub(crate) use setting::SettingError;
pub(crate) use standby::{StandbyArguments, StandbyConfig};
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
    pub(crate) metrics: MetricsArguments,
    #[command(flatten)]
    pub(crate) tokens: TokenArguments,
    #[command(flatten)]
    pub(crate) attempts: AttemptArguments,
    #[command(flatten)]
    pub(crate) accounts: AccountArguments,
    #[command(flatten)]
    pub(crate) refresh: RefreshArguments,
    #[command(flatten)]
    pub(crate) feed: FeedArguments,
    #[command(flatten)]
    pub(crate) answers: AnswerArguments,
}

/// A whole server's settings, checked.
#[derive(Debug)]
pub(crate) struct ServerConfig {
    /// Where the catalog is kept.
    pub(crate) database: DatabaseConfig,
    /// From where large reads may be answered, if from elsewhere.
    pub(crate) standby: Option<StandbyConfig>,
    /// Whose sections are public.
    pub(crate) storefront: StorefrontHost,
    /// How HTTP is served.
    pub(crate) http: HttpConfig,
    /// Where metrics are told, if anywhere.
    pub(crate) metrics: Option<MetricsConfig>,
    /// How tokens are signed.
    pub(crate) tokens: TokenConfig,
    /// How often one source may log in.
    pub(crate) attempts: AttemptConfig,
    /// What holds for accounts.
    pub(crate) accounts: AccountConfig,
    /// How the store is followed.
    pub(crate) refresh: RefreshConfig,
    /// How long the log of changes is kept.
    pub(crate) feed: FeedConfig,
    /// How much memory finished answers may take.
    pub(crate) answers: AnswerConfig,
}

impl ServerConfig {
    /// Checks the settings of a server over `database`, without a standby of it, for `storefront`.
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
            standby: None,
            storefront,
            http: HttpConfig::read(&arguments.http)?,
            metrics: MetricsConfig::read(&arguments.metrics)?,
            tokens: TokenConfig::read(&arguments.tokens, |name| std::env::var_os(name))?,
            attempts: AttemptConfig::read(&arguments.attempts)?,
            accounts: AccountConfig::read(&arguments.accounts)?,
            refresh: RefreshConfig::read(&arguments.refresh)?,
            feed: FeedConfig::read(&arguments.feed)?,
            answers: AnswerConfig::read(&arguments.answers)?,
        })
    }
}
