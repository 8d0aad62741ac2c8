//! The diagnosis: pure functions from facts to findings.

use super::facts::{Facts, StandbyFacts};
use catalog_domain::values::Timestamp;

/// A clock that differs by more makes timestamps of imports and expiries of tokens wrong, in seconds.
const LARGEST_CLOCK_DIFFERENCE: i64 = 5;
/// The age of a signing secret that is worth a change, in days.
const OLD_SECRET_DAYS: i64 = 365;
/// The age of the last import that is worth a look, in days.
const OLD_IMPORT_DAYS: i64 = 7;
/// How many connections to PostgreSQL a server needs while an import runs beside it.
const CONNECTIONS_PER_SERVER: u64 = 10;
/// What a server takes besides the catalog and responses, in bytes.
const SERVER_BYTES: u64 = 90 << 20;
/// What a product takes in memory, in bytes.
const PRODUCT_BYTES: u64 = 1_024;

/// How bad a finding is, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// Worth knowing.
    Note,
    /// It may become a failure.
    Warning,
    /// Something does not work.
    Error,
}

impl Severity {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) severity: Severity,
    /// What it is about, in one word.
    pub(super) subject: &'static str,
    pub(super) sentence: String,
    pub(super) advice: String,
}

impl Finding {
    fn new(severity: Severity, subject: &'static str, sentence: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { severity, subject, sentence: sentence.into(), advice: advice.into() }
    }

    /// Something does not work.
    pub(super) fn error(subject: &'static str, sentence: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(Severity::Error, subject, sentence, advice)
    }

    fn warning(subject: &'static str, sentence: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(Severity::Warning, subject, sentence, advice)
    }

    fn note(subject: &'static str, sentence: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(Severity::Note, subject, sentence, advice)
    }
}

pub(super) fn findings(facts: &Facts) -> Vec<Finding> {
    let checks: [fn(&Facts) -> Vec<Finding>; 6] = [content, database, times, accounts, standby, server];
    checks.iter().flat_map(|check| check(facts)).collect()
}

fn content(facts: &Facts) -> Vec<Finding> {
    let content = &facts.catalog;
    let Some(shown) = &content.shown else {
        let advice = "import a catalog with `catalog import`, or see `catalog demo`";
        return vec![Finding::warning("catalog", "the store is empty: nothing was imported yet", advice)];
    };
    let (mut found, storefront) = (Vec::new(), shown.storefront.as_str());
    if content.wanted_storefront.as_ref().is_some_and(|wanted| wanted != storefront) {
        let wanted = content.wanted_storefront.as_deref().unwrap_or_default();
        found.push(Finding::error(
            "storefront",
            format!("the store belongs to the storefront {storefront}, and the settings name {wanted}"),
            "correct --storefront-host, or move the store with an import with --change-storefront",
        ));
    }
    if shown.sections == 0 {
        let hosts = content.hosts.iter().map(|(host, count)| match &**host {
            "" => format!("none ({count})"),
            host => format!("{host} ({count})"),
        });
        found.push(Finding::error(
            "sections",
            format!(
                "0 of {} sections are public on {storefront}; the sections' hosts are {}",
                content.sections,
                hosts.collect::<Vec<_>>().join(", ")
            ),
            "name the right host in --storefront-host, or correct the sections' URLs; `catalog explain section ID` has the reason",
        ));
    } else if shown.products == 0 {
        found.push(Finding::error(
            "products",
            format!("0 of {} active products are public", content.products),
            "link products to public sections; `catalog explain product STOCK_NUMBER` has the reason",
        ));
    }
    found
}

fn database(facts: &Facts) -> Vec<Finding> {
    let database = &facts.database;
    let mut found = Vec::new();
    if !database.readable_files.is_empty() {
        found.push(Finding::warning(
            "files",
            format!("other users of this machine can read {}", database.readable_files.join(", ")),
            format!("run: chmod 600 {}", database.readable_files.join(" ")),
        ));
    }
    if let Some(import) = &database.import {
        let advice = "other imports wait for its end";
        found.push(Finding::note("imports", format!("the import lock is held by {import}"), advice));
    }
    // A large import writes as much again beside the store.
    if let Some(free) = database.free_bytes.filter(|free| *free < database.bytes) {
        found.push(Finding::warning(
            "room",
            format!("{} MiB are free where the store of {} MiB is", free >> 20, database.bytes >> 20),
            "make room for as much again: an import may need it",
        ));
    }
    if let Some((used, limit)) = database.connections
        && limit.saturating_sub(used) < CONNECTIONS_PER_SERVER
    {
        found.push(Finding::warning(
            "connections",
            format!("{used} of {limit} connections of the database are in use"),
            format!("raise max_connections: each server needs {CONNECTIONS_PER_SERVER}"),
        ));
    }
    found
}

/// Seconds from `earlier` to `later`.
fn seconds(earlier: Timestamp, later: Timestamp) -> i64 {
    later.unix_seconds().saturating_sub(earlier.unix_seconds())
}

fn days(earlier: Timestamp, later: Timestamp) -> i64 {
    seconds(earlier, later) / 86_400
}

fn times(facts: &Facts) -> Vec<Finding> {
    let Some(now) = facts.now else { return Vec::new() };
    let mut found = Vec::new();
    if let Some(difference) = facts
        .database
        .clock
        .map(|clock| seconds(clock, now))
        .filter(|difference| difference.abs() > LARGEST_CLOCK_DIFFERENCE)
    {
        let direction = if difference > 0 { "ahead of" } else { "behind" };
        found.push(Finding::warning(
            "clock",
            format!("the clock of this machine is {} s {direction} that of the database", difference.abs()),
            "synchronise the clocks of all machines",
        ));
    }
    if let Some(at) = facts.catalog.shown.as_ref().and_then(|shown| shown.committed_at) {
        if seconds(now, at) > LARGEST_CLOCK_DIFFERENCE {
            let sentence = format!("the last import was committed {} s in the future", seconds(now, at));
            found.push(Finding::warning("clock", sentence, "set the clock of the machine that imports"));
        } else if days(at, now) >= OLD_IMPORT_DAYS {
            let sentence = format!("the last import that changed anything was {} days ago", days(at, now));
            found.push(Finding::warning("imports", sentence, "look at the job that imports"));
        }
    }
    if let Some(age) = facts.secret_since.map(|since| days(since, now)).filter(|age| *age >= OLD_SECRET_DAYS) {
        let sentence = format!("the signing secret is {age} days old");
        found.push(Finding::note("secret", sentence, "run `catalog secret rotate`; nobody is logged out"));
    }
    let retention = i64::from(facts.server.retention_days);
    // Servers delete events once an hour, so a day is plenty.
    if let Some(age) = facts.database.oldest_event.map(|at| days(at, now)).filter(|age| *age > retention + 1) {
        found.push(Finding::warning(
            "events",
            format!("the oldest change event is {age} days old, and the retention is {retention} days"),
            "`catalog serve` deletes old events once an hour: start a server, or run `catalog prune`",
        ));
    }
    found
}

fn accounts(facts: &Facts) -> Vec<Finding> {
    let accounts = &facts.accounts;
    let mut found = Vec::new();
    if accounts.administrators == 0 {
        found.push(Finding::note(
            "administrators",
            "no active account is an administrator",
            "make one: catalog user add EMAIL --role admin",
        ));
    }
    if let Some(first) = accounts.without_password.first() {
        found.push(Finding::note(
            "passwords",
            format!(
                "active accounts without a password and a valid invitation: {}, {first} among them",
                accounts.without_password.len()
            ),
            "make a link with `catalog user invite EMAIL`, or disable them",
        ));
    }
    let keys =
        |names: &[String], what| names.first().map(|first| format!("{what}: {}, {first} among them", names.len()));
    if let Some(sentence) = keys(&accounts.keys_ending, "keys that end within 30 days") {
        let advice = "make new ones, give them to their programs, and revoke the old ones: `catalog key add EMAIL`";
        found.push(Finding::warning("keys", sentence, advice));
    }
    if let Some(sentence) = keys(&accounts.keys_unused, "keys that were not used for 90 days") {
        let advice = "revoke those that nobody needs: `catalog key revoke EMAIL KEY_ID`";
        found.push(Finding::note("keys", sentence, advice));
    }
    for (level, count) in &accounts.levels_without_price {
        found.push(Finding::warning(
            "levels",
            format!("no product has a price at the level {level:?}; accounts with it: {count}"),
            "correct the level: catalog user set EMAIL --price-level LEVEL",
        ));
    }
    found
}

fn standby(facts: &Facts) -> Vec<Finding> {
    match &facts.standby {
        Some(StandbyFacts::Behind(revisions)) if *revisions > 0 => vec![Finding::warning(
            "standby",
            format!("the standby is {revisions} revision{} behind", if *revisions == 1 { "" } else { "s" }),
            "look at pg_stat_replication on the primary",
        )],
        Some(StandbyFacts::Unusable(reason)) => {
            vec![Finding::error(
                "standby",
                reason.clone(),
                "the primary is read instead; repair or rebuild the standby",
            )]
        }
        Some(StandbyFacts::Behind(_)) | None => Vec::new(),
    }
}

fn server(facts: &Facts) -> Vec<Finding> {
    let (server, is_shared) = (&facts.server, facts.database.is_shared);
    let mut found = Vec::new();
    if is_shared && server.settle_ms == 0 {
        found.push(Finding::warning(
            "settle",
            "--feed-settle-ms is 0 on PostgreSQL: the feed of one server may be ahead of the products of another",
            "set it to 2000 unless there is one server only",
        ));
    }
    if let (Some(wanted), Some(limit)) = (server.max_connections, server.open_files)
        && limit < wanted
    {
        found.push(Finding::warning(
            "connections",
            format!("--max-connections is {wanted}, and a process may open {limit} files"),
            "raise the limit of open files (LimitNOFILE= in a systemd unit), or lower --max-connections",
        ));
    }
    let products = u64::try_from(facts.catalog.products).unwrap_or(u64::MAX);
    let needed = SERVER_BYTES + server.response_bytes + products.saturating_mul(PRODUCT_BYTES);
    if let Some(memory) = server.memory_bytes.filter(|memory| *memory < needed) {
        found.push(Finding::warning(
            "memory",
            format!("a server may take {} MiB, and this machine has {} MiB", needed >> 20, memory >> 20),
            "lower --max-answer-mb and --answer-cache-mb, or add memory",
        ));
    }
    if server.is_open_without_proxy {
        found.push(Finding::note(
            "proxy",
            "servers listen for other machines, and --trusted-proxies is not set",
            "name the proxy if there is one: otherwise all clients share its login attempts",
        ));
    }
    if server.has_previous_secret_only {
        found.push(Finding::warning(
            "secret",
            "CATALOG_JWT_SECRET_PREVIOUS is set without CATALOG_JWT_SECRET",
            "remove it once the tokens signed with it have expired",
        ));
    }
    found
}

#[cfg(test)]
mod tests;
