//! The settings of servers: one struct per concern. Those that other commands have as well are in
//! `catalog_cli::settings`.

mod accounts;
mod cors;
mod downloads;
mod http;
mod log;
mod log_targets;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use crate::v1::V1Config;
pub(crate) use accounts::{AccountConfig, AttemptConfig};
pub(crate) use cors::{CorsConfig, CorsOrigins};
pub(crate) use downloads::DownloadConfig;
pub(crate) use http::{HttpConfig, MetricsConfig, PortalConfig, ResponseConfig, cannot_bind_metrics, cores};
pub(crate) use log::{LogArguments, LogConfig, LogFormat};

use catalog_cli::settings::{
    DatabaseConfig, FeedConfig, ImportConfig, MailConfig, RefreshConfig, SettingError, StandbyConfig, TokenConfig,
};
use catalog_domain::values::StorefrontHost;
use clap::Args;
use http_portal::{Downloads, PortalSettings, Readiness};
use http_v2::PrefilledLogins;
use std::sync::Arc;

/// The settings of everything that serves HTTP, whatever it serves.
#[derive(Debug, Clone, Args)]
pub(crate) struct ServerSettings {
    /// The settings of the HTTP server.
    #[command(flatten)]
    pub(crate) http: HttpConfig,
    /// Where metrics are shown, if anywhere.
    #[command(flatten)]
    pub(crate) metrics: MetricsConfig,
    /// How tokens are signed.
    #[command(flatten)]
    pub(crate) tokens: TokenConfig,
    /// The settings of login attempts.
    #[command(flatten)]
    pub(crate) attempts: AttemptConfig,
    /// The settings of accounts.
    #[command(flatten)]
    pub(crate) accounts: AccountConfig,
    /// Mail.
    #[command(flatten)]
    pub(crate) mail: MailConfig,
    /// How the store is polled.
    #[command(flatten)]
    pub(crate) refresh: RefreshConfig,
    /// The retention of the change log.
    #[command(flatten)]
    pub(crate) feed: FeedConfig,
    /// Imports over HTTP.
    #[command(flatten)]
    pub(crate) imports: ImportConfig,
    /// How much memory responses may take.
    #[command(flatten)]
    pub(crate) responses: ResponseConfig,
    /// Whether there is a portal.
    #[command(flatten)]
    pub(crate) portal: PortalConfig,
    /// What clients can download.
    #[command(flatten)]
    pub(crate) downloads: DownloadConfig,
    /// Whether and until when v1 is served.
    #[command(flatten)]
    pub(crate) v1: V1Config,
    /// Which web pages may call.
    #[command(flatten)]
    pub(crate) cors: CorsConfig,
}

/// A whole server's settings.
#[derive(Debug)]
pub(crate) struct ServerConfig {
    /// Where the catalog is stored.
    pub(crate) database: DatabaseConfig,
    /// The standby for large reads, if any.
    pub(crate) standby: Option<StandbyConfig>,
    /// The storefront whose sections are public.
    pub(crate) storefront: StorefrontHost,
    pub(crate) settings: ServerSettings,
    pub(crate) downloads: Arc<Downloads>,
    /// The logins that `/docs` fills in; none but in the demo.
    pub(crate) prefilled_logins: PrefilledLogins,
    /// Whether the demo's pictures are served.
    pub(crate) has_demo_pictures: bool,
    pub(crate) log_flags: Vec<String>,
}

impl ServerConfig {
    pub(crate) fn portal(&self, readiness: Readiness) -> PortalSettings {
        let public_origin = self.settings.accounts.public_url.links.origin().to_owned();
        let (is_on, downloads) = (self.settings.portal.is_on, Arc::clone(&self.downloads));
        let site_name = self.settings.portal.site_name.as_deref().map(Arc::from);
        PortalSettings { is_on, site_name, public_origin, downloads, readiness, status: None }
    }

    /// The settings of a server over `database`, without a standby of it, for `storefront`. Secrets are read from the
    /// environment.
    ///
    /// # Errors
    /// [`SettingError`] for a bad secret, mail server or folder.
    pub(crate) fn new(
        database: DatabaseConfig,
        storefront: StorefrontHost,
        settings: ServerSettings,
    ) -> Result<Self, SettingError> {
        let tokens = settings.tokens.with_secrets(|name| std::env::var_os(name))?;
        let mail = settings.mail.with_server(&settings.accounts.public_url.links, |name| std::env::var_os(name))?;
        if settings.accounts.access_staleness.is_some_and(|longest| longest <= settings.refresh.interval) {
            let problem =
                "must be longer than --refresh-interval-ms: else every pause between two polls ends all access";
            return Err(SettingError::new("--access-staleness-seconds (CATALOG_ACCESS_STALENESS_SECONDS)", problem));
        }
        let downloads = Arc::new(settings.downloads.open()?);
        let settings = ServerSettings { tokens, mail, ..settings };
        let prefilled_logins = PrefilledLogins::new();
        let (has_demo_pictures, log_flags) = (false, Vec::new());
        Ok(Self {
            database,
            standby: None,
            storefront,
            settings,
            downloads,
            prefilled_logins,
            has_demo_pictures,
            log_flags,
        })
    }
}
