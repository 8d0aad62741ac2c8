//! What a diagnosis is made from: plain values.

use catalog_app::CatalogSnapshot;
use catalog_domain::values::Timestamp;
use rustix::process::{Resource, getrlimit};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) now: Option<Timestamp>,
    pub(super) database: DatabaseFacts,
    pub(super) catalog: ContentFacts,
    pub(super) accounts: AccountFacts,
    /// Since when the signing secret is in use, if it is the store's and that is known.
    pub(super) secret_since: Option<Timestamp>,
    /// The standby, if there is one.
    pub(super) standby: Option<StandbyFacts>,
    pub(super) server: ServerFacts,
}

#[derive(Debug, Clone, Default)]
pub(super) struct DatabaseFacts {
    pub(super) is_shared: bool,
    pub(super) clock: Option<Timestamp>,
    pub(super) connections: Option<(u64, u64)>,
    /// Its size in bytes.
    pub(super) bytes: u64,
    /// Free bytes where it is stored, if that is known.
    pub(super) free_bytes: Option<u64>,
    pub(super) readable_files: Vec<String>,
    /// The process that holds the import lock.
    pub(super) import: Option<String>,
    /// The oldest event of the change log.
    pub(super) oldest_event: Option<Timestamp>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct ContentFacts {
    /// What servers show of it; `None` before the first import.
    pub(super) shown: Option<CatalogSnapshot>,
    /// The storefront of the settings, if it is set here.
    pub(super) wanted_storefront: Option<String>,
    pub(super) sections: usize,
    /// How many sections are on each host; those without a URL under the empty text.
    pub(super) hosts: BTreeMap<String, usize>,
    pub(super) products: usize,
}

#[derive(Debug, Clone, Default)]
pub(super) struct AccountFacts {
    pub(super) administrators: usize,
    /// Active accounts that have neither a password nor a valid invitation.
    pub(super) without_password: Vec<String>,
    /// Keys of active accounts that end soon, as `ID of EMAIL`.
    pub(super) keys_ending: Vec<String>,
    /// Keys of active accounts that have not ended and were not used for long, likewise.
    pub(super) keys_unused: Vec<String>,
    /// Price levels of active accounts at which no product has a price, and how many accounts have them.
    pub(super) levels_without_price: BTreeMap<String, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StandbyFacts {
    Behind(i64),
    /// It cannot be used, for this reason.
    Unusable(String),
}

impl StandbyFacts {
    pub(super) fn of(behind: Result<i64, String>) -> Self {
        behind.map_or_else(Self::Unusable, Self::Behind)
    }
}

/// The settings of servers as they are set here, and the machine.
#[derive(Debug, Clone, Default)]
pub struct ServerFacts {
    /// `--feed-settle-ms`.
    pub settle_ms: u128,
    /// `--change-retention-days`.
    pub retention_days: u32,
    /// `--max-connections`; `None` by default: then they are as many as the limit of open files allows.
    pub max_connections: Option<u64>,
    /// The limit of open files; `None`: there is none.
    pub open_files: Option<u64>,
    /// `--answer-cache-mb` and `--max-answer-mb` together, in bytes.
    pub response_bytes: u64,
    /// The memory of the machine in bytes, if it is known.
    pub memory_bytes: Option<u64>,
    /// Whether servers listen on addresses of other machines, and which proxies they trust is not set.
    pub is_open_without_proxy: bool,
    /// Whether a previous secret is set without a present one.
    pub has_previous_secret_only: bool,
}

impl ServerFacts {
    /// Those that no setting has: of this machine, and of this process's environment.
    pub fn of_this_machine() -> Self {
        let is_set = |variable| std::env::var_os(variable).is_some();
        Self {
            open_files: getrlimit(Resource::Nofile).maximum,
            memory_bytes: memory_bytes(),
            has_previous_secret_only: is_set("CATALOG_JWT_SECRET_PREVIOUS") && !is_set("CATALOG_JWT_SECRET"),
            ..Self::default()
        }
    }
}

/// The memory of the machine; `None` where it cannot be read.
fn memory_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
