//! Starting a server: at once when its store is available, else with retries.
//!
//! A store that is down, starting up or full of connections recovers by itself, and the start order of servers and
//! databases is not known. So the server opens its port, reports that it is not ready, and retries. Permanent errors,
//! such as a wrong password, end the start with one line instead.

use crate::config::ServerConfig;
use crate::http_server::{Listeners, UnavailableServer};
use crate::start_error::StartError;
use crate::wiring::{Assembly, assemble};
use anyhow::Context;
use catalog_app::causes;
use catalog_cli::output::print_line;
use catalog_cli::settings::SettingError;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// The pause after the first failed attempt; it doubles with each attempt.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

pub(crate) struct Started {
    pub(crate) assembly: Assembly,
    pub(crate) listeners: Listeners,
    /// Whether the address was announced already.
    pub(crate) is_announced: bool,
}

/// Assembles a server and listens, unless `listeners` do already. When it has to wait for the store, the address is
/// announced at once.
///
/// # Errors
/// When a retry would not help, or the address cannot be listened on.
pub(crate) async fn start(config: &Arc<ServerConfig>, listeners: Option<Listeners>) -> anyhow::Result<Started> {
    let listen = || listeners.map_or_else(|| listen(config), Ok);
    match assemble_in_background(Arc::clone(config)).await {
        Ok(assembly) => Ok(Started { assembly, listeners: listen()?, is_announced: false }),
        Err(error) if error.is_temporary() => start_when_possible(config, listen()?, error).await,
        Err(error) => Err(error.into()),
    }
}

/// Announces the address.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn announce(listeners: &Listeners, config: &ServerConfig) -> anyhow::Result<()> {
    let address = listeners.address();
    print_line(&format!("listening on http://{address}"))?;
    tracing::info!(%address, database = %config.database.url, "listening");
    Ok(())
}

async fn start_when_possible(
    config: &Arc<ServerConfig>,
    listeners: Listeners,
    error: StartError,
) -> anyhow::Result<Started> {
    let reason = causes(&error);
    log_reason(&reason);
    let waiting = UnavailableServer::start(&listeners).context("cannot start to listen")?;
    announce(&listeners, config)?;
    let assembly = assemble_at_last(config, reason).await?;
    waiting.stop().await;
    tracing::info!("the store is there");
    Ok(Started { assembly, listeners, is_announced: true })
}

/// Retries until it succeeds or a retry no longer helps. A reason is logged when it differs from the previous one.
async fn assemble_at_last(config: &Arc<ServerConfig>, mut logged: String) -> Result<Assembly, StartError> {
    let mut pause = FIRST_PAUSE;
    loop {
        tokio::time::sleep(pause).await;
        pause = LONGEST_PAUSE.min(pause * 2);
        match assemble_in_background(Arc::clone(config)).await {
            Err(error) if error.is_temporary() => {
                let reason = causes(&error);
                if reason != logged {
                    log_reason(&reason);
                    logged = reason;
                }
            }
            result => return result,
        }
    }
}

fn log_reason(reason: &str) {
    tracing::error!(reason, "the store cannot be used yet; every request is refused until it can");
}

/// Listens on the address that is set.
///
/// # Errors
/// When another program has it, or it is none of this machine.
pub(crate) fn listen(config: &ServerConfig) -> Result<Listeners, SettingError> {
    let http = &config.settings.http;
    Listeners::bind(&http.bind).map_err(|problem| http.cannot_bind(&problem))
}

/// Loads on its own thread, which does not keep the process from ending.
async fn assemble_in_background(config: Arc<ServerConfig>) -> Result<Assembly, StartError> {
    let (sender, assembled) = oneshot::channel();
    // The receiver is gone when a signal came first; the result is then dropped.
    let work = move || drop(sender.send(assemble(&config)));
    let thread = std::thread::Builder::new().name("load".into()).spawn(work).context("cannot start a thread")?;
    let assembly = assembled.await.context("loading ended unexpectedly")?;
    // It ends at once, and leaves its spare memory to the next thread that is started.
    thread.join().map_err(|_| anyhow::anyhow!("loading ended unexpectedly"))?;
    assembly
}
