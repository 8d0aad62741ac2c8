//! `catalog serve`: load, listen, follow the store, and stop on a signal.

use crate::config::{LogArguments, ServerConfig, ServerSettings, cannot_bind_metrics};
use crate::first_administrator;
use crate::http_server::{self, Listeners, OpenConnections, SharedState};
use crate::import_process::ImportProcesses;
use crate::metrics::{self, LastImport, MetricsSource, RequestMetrics};
use crate::portal_status::PortalStatus;
use crate::server_state::StateSource;
use crate::start::{Started, announce, start};
use crate::v1::V1;
use crate::wiring::Assembly;
use actix_web::dev::Server;
use actix_web::rt::System;
use actix_web::web::Data;
use anyhow::Context;
use catalog_app::imports::{JobRunner, RunnerPorts, RunningJobs, clean_every_few_seconds};
use catalog_app::refresh::RefreshHealth;
use catalog_app::runtime::STORE_CALL_LIMIT;
use catalog_cli::output::print_line;
use catalog_cli::settings::{
    BindAddresses, DatabaseConfig, SettingError, StandbyArguments, StandbyConfig, StorefrontArguments,
};
use catalog_cli::signals::ShutdownSignals;
use catalog_domain::ports::JobIds;
use catalog_domain::values::CatalogRevision;
use clap::Args;
use credentials::RandomJobIds;
use http_common::HttpState;
use http_portal::Readiness;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

#[derive(Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    database: DatabaseConfig,
    #[command(flatten)]
    standby: StandbyArguments,
    #[command(flatten)]
    storefront: StorefrontArguments,
    #[command(flatten)]
    settings: ServerSettings,
}

impl ServeArguments {
    /// The settings of the server.
    ///
    /// # Errors
    /// [`SettingError`] for a missing or bad one.
    pub(crate) fn config(&self) -> Result<ServerConfig, SettingError> {
        let storefront = self.storefront.required_to_serve(&self.database)?;
        let database = self.database.clone();
        let standby = StandbyConfig::read(&self.standby, &database)?;
        Ok(ServerConfig { standby, ..ServerConfig::new(database, storefront, self.settings.clone())? })
    }
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// When the settings are bad, or the server cannot be started.
pub(crate) fn run(arguments: &ServeArguments, log: &LogArguments) -> anyhow::Result<()> {
    serve(ServerConfig { log_flags: log.flags(), ..arguments.config()? }, None, |_, _| Ok(()))
}

/// Serves with `config` until SIGTERM or SIGINT, on `listeners` if there are some already. `print_banner` is called
/// once requests are served.
///
/// # Errors
/// When the server cannot be started or fails, or `print_banner` fails.
pub(crate) fn serve(
    config: ServerConfig,
    listeners: Option<Listeners>,
    print_banner: impl FnOnce(SocketAddr, &HttpState) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    System::new().block_on(async {
        let mut signals = ShutdownSignals::listen().context("cannot listen for signals")?;
        let config = Arc::new(config);
        let started = tokio::select! {
            signal = signals.next() => {
                tracing::info!(signal, "stopped before anything could be served");
                return Ok(());
            }
            started = start(&config, listeners) => started?,
        };
        let Started { assembly, listeners, is_announced } = started;
        let Assembly { http, store, standby, refresh_health, refresher, pruner, imports, documentation } = assembly;
        // Started first, so that the system's allocator gives it the memory that loading has freed: the next catalog is
        // built where the last one was.
        let _refreshing = refresher.follow(config.settings.refresh.interval).context("cannot start a thread")?;
        let (http, refresh_health) = (Data::new(http), Data::from(refresh_health));
        let (requests, connections) = (RequestMetrics::default(), OpenConnections::default());
        let origins = config.settings.cors.origins.clone();
        let portal = config.portal(readiness(refresh_health.clone().into_inner()));
        let v1 = V1::new(config.settings.v1);
        let has_demo_pictures = config.has_demo_pictures;
        let mut state =
            SharedState { http, refresh_health, requests, connections, portal, v1, origins, has_demo_pictures };
        let accounts = store.clone();
        let source = StateSource {
            http: state.http.clone().into_inner(),
            refresh_health: state.refresh_health.clone().into_inner(),
            connections: state.connections.clone(),
            store,
            standby: standby.as_ref().map(|standby| Arc::clone(&standby.reads)),
        };
        let store_kind = if config.database.url.is_shared() { "PostgreSQL" } else { "SQLite" };
        let status = PortalStatus { source: source.clone(), v1: state.v1.clone(), store_kind };
        state.portal.status = Some(Arc::new(status));
        drop(actix_web::rt::spawn(state.http.app.feed.clone().announce_changes()));
        let started = http_server::start(&config.settings.http, &listeners, state.clone(), documentation);
        let server = started.map_err(|problem| config.settings.http.cannot_bind(&problem))?;
        let _cleaning = clean_every_few_seconds(imports.jobs.clone(), imports.bytes.clone(), imports.clock.clone())
            .context("cannot start a thread")?;
        let importing = start_imports(&config, imports).context("cannot run imports")?;
        let _pruning = pruner.prune_hourly().context("cannot start a thread")?;
        let recording = state.v1.record_usage(&state.http.app).context("cannot start a thread")?;
        if let Some(addresses) = &config.settings.metrics.metrics_bind {
            serve_metrics(addresses, &state, source)?;
        }
        if !is_announced {
            announce(&listeners, &config)?;
        }
        if state.http.app.catalog.current().revision() == CatalogRevision::EMPTY {
            let storefront = config.storefront.as_str();
            tracing::warn!(
                "the store is empty: import a catalog with `catalog import --storefront-host {storefront} FILE...`"
            );
        }
        let address = listeners.address();
        first_administrator::offer(&accounts, &config, address)?;
        // The server has duplicated the sockets. If another one were open, clients that connect while it stops would
        // wait in vain instead of being refused.
        drop(listeners);
        print_banner(address, &state.http)?;
        let notices = actix_web::rt::spawn(state.http.app.accounts.clone().mail_notices_hourly());
        let stopped = run_until_stopped(server, &mut signals, &state.http, importing).await;
        notices.abort();
        if !recording.stop(STORE_CALL_LIMIT) {
            tracing::warn!("the last requests to v1 could not be recorded in time");
        }
        let waiting = state.http.app.accounts.mail_status().waiting;
        if waiting > 0 {
            tracing::warn!(waiting, "mail that could not be delivered yet is dropped");
        }
        stopped
    })
}

fn readiness(health: Arc<RefreshHealth>) -> Readiness {
    Readiness(Arc::new(move || health.check(Instant::now()).is_ok()))
}

/// Starts the listener of the metrics, which ends with the process.
fn serve_metrics(addresses: &BindAddresses, shared: &SharedState, state: StateSource) -> anyhow::Result<()> {
    let (requests, v1) = (shared.requests.clone(), shared.v1.clone());
    let started = metrics::start(addresses, MetricsSource { state, requests, last_import: LastImport::default(), v1 });
    let (server, address) = started.map_err(|problem| cannot_bind_metrics(addresses, &problem))?;
    print_line(&format!("metrics on http://{address}/metrics"))?;
    drop(actix_web::rt::spawn(server));
    Ok(())
}

/// Starts to run the imports that come over HTTP.
fn start_imports(config: &ServerConfig, ports: RunnerPorts) -> anyhow::Result<RunningJobs> {
    Ok(JobRunner::new(ports, Box::new(ImportProcesses::new(config)), RandomJobIds.make_id()?).start()?)
}

/// Completes when no import of this server runs any more: at once, unless one writes.
fn stop_imports(importing: RunningJobs) -> oneshot::Receiver<()> {
    let (ended, has_ended) = oneshot::channel();
    // On a thread that a second signal need not wait for.
    std::thread::spawn(move || {
        if !importing.stop() {
            tracing::warn!("an import that could not be put back waits until its lease ends");
        }
        let _ = ended.send(());
    });
    has_ended
}

/// The first signal lets the requests in flight finish, within bounds; a second one does not wait for them.
async fn run_until_stopped(
    server: Server,
    signals: &mut ShutdownSignals,
    http: &HttpState,
    importing: RunningJobs,
) -> anyhow::Result<()> {
    let handle = server.handle();
    // The server only works while it is polled, also while it stops, so it gets a task of its own.
    let mut running = actix_web::rt::spawn(server);
    let signal = tokio::select! {
        ended = &mut running => return Ok(ended.context("the server broke down")??),
        signal = signals.next() => signal,
    };
    tracing::info!(signal, "stopping; requests in flight are finished");
    http.app.feed.waits().close();
    http.app.feed.streams().close();
    http.app.imports.close();
    let imported = stop_imports(importing);
    let finish = async {
        handle.stop(true).await;
        let _ = imported.await;
    };
    tokio::select! {
        () = finish => {}
        signal = signals.next() => {
            tracing::warn!(signal, "stopping at once");
            handle.stop(false).await;
        }
    }
    tracing::info!("stopped");
    Ok(())
}
