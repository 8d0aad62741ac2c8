//! `catalog doctor`: what is wrong, or may become wrong, with a store and the settings of its servers.

use crate::config::{HttpConfig, ServerSettings};
use catalog_cli::Completion;
use catalog_cli::doctor::{self, ServerFacts};
use clap::Args;
use http_common::auth::TrustedProxies;

#[derive(Args)]
pub(crate) struct DoctorCommand {
    #[command(flatten)]
    store: doctor::DoctorArguments,
    #[command(flatten)]
    settings: ServerSettings,
}

/// Examines the store and prints the findings, the most severe first.
///
/// # Errors
/// Bad settings, or a store that breaks down while it is read. A store that cannot be opened is a finding.
pub(crate) fn run(arguments: &DoctorCommand) -> anyhow::Result<Completion> {
    doctor::run(&arguments.store, facts(&arguments.settings))
}

fn facts(settings: &ServerSettings) -> ServerFacts {
    let max_connections = settings.http.max_connections;
    let is_open = settings.http.bind.0.iter().any(|address| !address.ip().is_loopback());
    ServerFacts {
        settle_ms: settings.refresh.settle.as_millis(),
        retention_days: settings.feed.retention_days,
        max_connections: (max_connections != HttpConfig::DEFAULT_MAX_CONNECTIONS)
            .then(|| u64::try_from(max_connections).unwrap_or(u64::MAX)),
        response_bytes: settings.responses.cache_bytes.saturating_add(settings.responses.max_bytes),
        is_open_without_proxy: is_open && settings.attempts.trusted_proxies == TrustedProxies::default(),
        ..ServerFacts::of_this_machine()
    }
}
