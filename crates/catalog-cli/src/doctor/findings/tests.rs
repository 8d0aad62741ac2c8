//! Each finding from the facts that cause it, and none from healthy ones.

use super::*;
use crate::doctor::facts::{AccountFacts, ContentFacts, DatabaseFacts, ServerFacts};
use catalog_app::CatalogSnapshot;
use catalog_domain::values::{CatalogRevision, StorefrontHost};

const NOW: Timestamp = Timestamp::from_unix_microseconds(1_900_000_000_000_000);

fn shown() -> CatalogSnapshot {
    CatalogSnapshot {
        revision: CatalogRevision(1),
        storefront: StorefrontHost::parse("shop.example").unwrap(),
        committed_at: Some(NOW.plus_seconds(-3_600)),
        sections: 58,
        products: 900,
    }
}

fn committed_at(at: Timestamp) -> CatalogSnapshot {
    CatalogSnapshot { committed_at: Some(at), ..shown() }
}

/// A store and a server without anything to find.
fn healthy() -> Facts {
    Facts {
        now: Some(NOW),
        database: DatabaseFacts {
            is_shared: true,
            clock: Some(NOW),
            connections: Some((8, 97)),
            bytes: 100 << 20,
            free_bytes: Some(100 << 20),
            oldest_event: Some(NOW.plus_seconds(-91 * 86_400)),
            ..DatabaseFacts::default()
        },
        catalog: ContentFacts {
            shown: Some(shown()),
            wanted_storefront: Some("shop.example".into()),
            sections: 60,
            hosts: [("shop.example".to_owned(), 58), ("old.example".to_owned(), 2)].into(),
            products: 1_000,
        },
        accounts: AccountFacts { administrators: 1, ..AccountFacts::default() },
        secret_since: Some(NOW.plus_seconds(-364 * 86_400)),
        standby: Some(StandbyFacts::Behind(0)),
        server: ServerFacts {
            settle_ms: 2_000,
            retention_days: 90,
            max_connections: Some(25_000),
            open_files: Some(65_536),
            response_bytes: 296 << 20,
            memory_bytes: Some(1 << 30),
            ..ServerFacts::default()
        },
    }
}

/// A change that makes facts unhealthy, with the severity, the subject and a part of the sentence that it leads to.
type Case = (fn(&mut Facts), Severity, &'static str, &'static str);

const CASES: [Case; 25] = [
    (
        |facts| facts.database.import = Some("the import of process 7".into()),
        Severity::Note,
        "imports",
        "held by the import of process 7",
    ),
    (|facts| facts.catalog.shown = None, Severity::Warning, "catalog", "is empty"),
    (
        |facts| facts.catalog.wanted_storefront = Some("other.example".into()),
        Severity::Error,
        "storefront",
        "shop.example, and the settings name other.example",
    ),
    (
        |facts| facts.catalog.shown = Some(CatalogSnapshot { sections: 0, ..shown() }),
        Severity::Error,
        "sections",
        "0 of 60 sections are public on shop.example; the sections' hosts are old.example (2), shop.example (58)",
    ),
    (
        |facts| facts.catalog.shown = Some(CatalogSnapshot { products: 0, ..shown() }),
        Severity::Error,
        "products",
        "0 of 1000 active products",
    ),
    (|facts| facts.database.readable_files = vec!["a.db".into()], Severity::Warning, "files", "a.db"),
    (|facts| facts.database.free_bytes = Some(99 << 20), Severity::Warning, "room", "99 MiB are free"),
    (|facts| facts.database.connections = Some((88, 97)), Severity::Warning, "connections", "88 of 97"),
    (|facts| facts.database.clock = Some(NOW.plus_seconds(-6)), Severity::Warning, "clock", "6 s ahead of"),
    (|facts| facts.database.clock = Some(NOW.plus_seconds(6)), Severity::Warning, "clock", "6 s behind"),
    (
        |facts| facts.catalog.shown = Some(committed_at(NOW.plus_seconds(60))),
        Severity::Warning,
        "clock",
        "60 s in the future",
    ),
    (
        |facts| facts.catalog.shown = Some(committed_at(NOW.plus_seconds(-7 * 86_400))),
        Severity::Warning,
        "imports",
        "7 days ago",
    ),
    (|facts| facts.secret_since = Some(NOW.plus_seconds(-365 * 86_400)), Severity::Note, "secret", "365 days old"),
    (
        |facts| facts.database.oldest_event = Some(NOW.plus_seconds(-92 * 86_400)),
        Severity::Warning,
        "events",
        "92 days old",
    ),
    (|facts| facts.accounts.administrators = 0, Severity::Note, "administrators", "no active account"),
    (
        |facts| facts.accounts.without_password = vec!["ann@shop.example".into()],
        Severity::Note,
        "passwords",
        "ann@shop.example",
    ),
    (
        |facts| facts.accounts.keys_ending = vec!["abcdefgh2345 of ann@shop.example".into()],
        Severity::Warning,
        "keys",
        "end within 30 days: 1, abcdefgh2345 of ann@shop.example",
    ),
    (
        |facts| facts.accounts.keys_unused = vec!["abcdefgh2345 of ann@shop.example".into()],
        Severity::Note,
        "keys",
        "not used for 90 days",
    ),
    (
        |facts| _ = facts.accounts.levels_without_price.insert("Дилер".into(), 3),
        Severity::Warning,
        "levels",
        "at the level \"Дилер\"; accounts with it: 3",
    ),
    (|facts| facts.standby = Some(StandbyFacts::Behind(1)), Severity::Warning, "standby", "1 revision behind"),
    (|facts| facts.standby = Some(StandbyFacts::Behind(2)), Severity::Warning, "standby", "2 revisions behind"),
    (|facts| facts.standby = Some(StandbyFacts::Unusable("down".into())), Severity::Error, "standby", "down"),
    (|facts| facts.server.settle_ms = 0, Severity::Warning, "settle", "on PostgreSQL"),
    (|facts| facts.server.open_files = Some(1_024), Severity::Warning, "connections", "may open 1024 files"),
    (|facts| facts.server.memory_bytes = Some(256 << 20), Severity::Warning, "memory", "this machine has 256 MiB"),
];

#[test]
fn healthy_facts_lead_to_no_finding() {
    assert_eq!(findings(&healthy()), []);
}

#[test]
fn each_unhealthy_fact_leads_to_its_finding_and_to_no_other() {
    for (change, severity, subject, part) in CASES {
        let mut facts = healthy();
        change(&mut facts);
        let found = findings(&facts);
        let [finding] = &found[..] else { panic!("{part}: {found:?}") };
        assert_eq!((finding.severity, finding.subject), (severity, subject));
        assert!(finding.sentence.contains(part), "{finding:?}");
        assert!(!finding.advice.is_empty());
    }
}

#[test]
fn defaults_lead_to_no_finding() {
    let server = ServerFacts { max_connections: None, open_files: Some(1_024), ..healthy().server };
    let database = DatabaseFacts { is_shared: false, ..healthy().database };
    assert_eq!(findings(&Facts { server, database, ..healthy() }), []);
}

#[test]
fn settings_that_contradict_each_other_are_found() {
    let with = |server: ServerFacts| findings(&Facts { server, ..healthy() }).len();
    assert_eq!(with(ServerFacts { is_open_without_proxy: true, ..healthy().server }), 1);
    assert_eq!(with(ServerFacts { has_previous_secret_only: true, ..healthy().server }), 1);
}
