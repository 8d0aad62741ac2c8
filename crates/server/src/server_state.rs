//! The state of this server at one moment: what the application says of itself, and what only the server knows.

use crate::http_server::OpenConnections;
use catalog_app::AppSnapshot;
use catalog_app::refresh::RefreshHealth;
use http_common::HttpState;
use http_common::cache::CacheStatus;
use rustix::param::page_size;
use std::fs;
use std::sync::Arc;
use store_diesel::{ConnectionUse, ReplicaRouter, ReplicaUse, Store};

#[derive(Clone)]
pub(crate) struct StateSource {
    pub(crate) http: Arc<HttpState>,
    pub(crate) refresh_health: Arc<RefreshHealth>,
    pub(crate) connections: OpenConnections,
    pub(crate) store: Store,
    /// The standby, if there is one.
    pub(crate) standby: Option<Arc<ReplicaRouter>>,
}

#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) app: AppSnapshot,
    /// Open connections of clients.
    pub(crate) connections: usize,
    /// The most of them.
    pub(crate) connections_limit: usize,
    pub(crate) store: ConnectionUse,
    pub(crate) cache: CacheStatus,
    /// `None` where it is not known.
    pub(crate) memory: Option<ResidentMemory>,
    /// `None` without a standby.
    pub(crate) standby: Option<ReplicaUse>,
}

impl StateSource {
    pub(crate) fn read(&self) -> ServerState {
        ServerState {
            app: self.http.app.snapshot(&self.refresh_health),
            connections: self.connections.count(),
            connections_limit: self.connections.limit(),
            store: self.store.connections(),
            cache: self.http.cache.status(),
            memory: ResidentMemory::read(),
            standby: self.standby.as_ref().map(|standby| standby.replica_use()),
        }
    }
}

/// The resident memory of this process, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResidentMemory {
    /// What the process allocated, which nothing but the process can give back.
    pub(crate) own: u64,
    /// Pages of files, mostly of a SQLite store, which the system drops when it needs room.
    pub(crate) mapped: u64,
}

impl ResidentMemory {
    /// What it is now; `None` where there is no `/proc`.
    pub(crate) fn read() -> Option<Self> {
        // proc_pid_statm(5): all pages, the resident ones, and those of them that belong to files or are shared.
        let pages = fs::read_to_string("/proc/self/statm").ok()?;
        let mut pages = pages.split_whitespace().skip(1).map_while(|number| number.parse::<u64>().ok());
        let (resident, mapped) = (pages.next()?, pages.next()?);
        let bytes = page_size() as u64;
        Some(Self { own: resident.saturating_sub(mapped) * bytes, mapped: mapped * bytes })
    }
}
