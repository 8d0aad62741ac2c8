//! `catalog serve`: load, listen, follow the store, and stop when told to.

use crate::config::{
    DatabaseArguments, DatabaseConfig, MetricsConfig, ServerArguments, ServerConfig, StorefrontArguments,
};
use crate::http_server::{self, SharedState};
use crate::metrics::{self, MetricsSource, RequestMetrics};
use crate::output::print_line;
use crate::pruning::PruneThread;
use crate::refresh::RefreshThread;
use crate::shutdown::ShutdownSignals;
use crate::wiring::{Assembly, assemble};
use actix_web::dev::Server;
use actix_web::rt::System;
use actix_web::web::Data;
use anyhow::Context;
use clap::Args;
use http_common::Services;
use std::net::SocketAddr;
use std::sync::Arc;
use store_diesel::Store;
use tokio::sync::oneshot;

#[derive(Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    database: DatabaseArguments,
    #[command(flatten)]
    storefront: StorefrontArguments,
    #[command(flatten)]
    server: ServerArguments,
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// When the settings are bad, or the server cannot be started.
pub(crate) fn run(arguments: &ServeArguments) -> anyhow::Result<()> {
    let storefront = arguments.storefront.required()?;
    let database = DatabaseConfig::read(&arguments.database)?;
    let config = ServerConfig::read(database, storefront, &arguments.server)?;
    serve(config, |_, _| Ok(()))
}

/// Serves with `config` until SIGTERM or SIGINT. `greet` is called once requests are answered.
///
/// # Errors
/// When the server cannot be started or breaks down, or `greet` fails.
pub(crate) fn serve(
    config: ServerConfig,
    greet: impl FnOnce(SocketAddr, &Services) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    System::new().block_on(async {
        let mut signals = ShutdownSignals::listen().context("cannot listen for signals")?;
        let config = Arc::new(config);
        let assembly = tokio::select! {
            signal = signals.next() => {
                tracing::info!(signal, "stopped while loading");
                return Ok(());
            }
            assembly = assemble_in_background(Arc::clone(&config)) => assembly?,
        };
        let Assembly { services, store, freshness, refresher, pruner } = assembly;
        let (services, freshness) = (Data::new(services), Data::from(freshness));
        let state = SharedState { services, freshness, requests: Data::new(RequestMetrics::default()) };
        let started = http_server::start(&config.http, state.clone());
        let (server, address) = started.map_err(|problem| config.http.cannot_bind(&problem))?;
        let _refreshing = RefreshThread::start(refresher, config.refresh).context("cannot start a thread")?;
        let _pruning = PruneThread::start(pruner).context("cannot start a thread")?;
        if let Some(metrics) = &config.metrics {
            tell_metrics(metrics, &state, store)?;
        }
        print_line(&format!("listening on http://{address}"))?;
        tracing::info!(%address, database = %config.database.url, "listening");
        greet(address, &state.services)?;
        run_until_stopped(server, &mut signals).await
    })
}

/// Starts the listener of the metrics, which ends with the process.
fn tell_metrics(config: &MetricsConfig, state: &SharedState, store: Store) -> anyhow::Result<()> {
    let SharedState { services, freshness, requests } = state.clone();
    let (services, freshness, requests) = (services.into_inner(), freshness.into_inner(), requests.into_inner());
    let started = metrics::start(config, MetricsSource { requests, services, freshness, store });
    let (server, address) = started.map_err(|problem| config.cannot_bind(&problem))?;
    print_line(&format!("metrics on http://{address}/metrics"))?;
    drop(actix_web::rt::spawn(server));
    Ok(())
}

/// Loads on a thread of its own, which does not keep the process from ending.
async fn assemble_in_background(config: Arc<ServerConfig>) -> anyhow::Result<Assembly> {
    let (sender, assembled) = oneshot::channel();
    // Nobody receives any more when a signal came first; what was loaded is then dropped.
    let work = move || drop(sender.send(assemble(&config)));
    std::thread::Builder::new().name("load".into()).spawn(work).context("cannot start a thread")?;
    assembled.await.context("loading ended unexpectedly")?
}

/// The first signal lets the requests in flight end, within bounds; a second one does not wait for them.
async fn run_until_stopped(server: Server, signals: &mut ShutdownSignals) -> anyhow::Result<()> {
    let handle = server.handle();
    // The server does its work only while it is polled, its stopping included, so it gets a task of its own.
    let mut running = actix_web::rt::spawn(server);
    let signal = tokio::select! {
        ended = &mut running => return Ok(ended.context("the server broke down")??),
        signal = signals.next() => signal,
    };
    tracing::info!(signal, "stopping; requests in flight are finished");
    tokio::select! {
        () = handle.stop(true) => {}
        signal = signals.next() => {
            tracing::warn!(signal, "stopping at once");
            handle.stop(false).await;
        }
    }
    tracing::info!("stopped");
    Ok(())
}
