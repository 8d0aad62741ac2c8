//! The effects of a run on a store: report, events and times.
//!
//! This file has the shared parts of the cases; each theme has a file of its own.

mod deltas;
mod exactness;
mod full_imports;
mod guards;
mod identities;
mod sections;
mod vendors;
mod warnings;

use crate::support::{Content, base, base_store};
use catalog_domain::ports::PublicCounts;
use catalog_import::{ImportMode, ImportReport};

/// A change of the base catalog and its effects.
struct Case {
    title: &'static str,
    lines: Vec<String>,
    products: [u64; 4],
    /// Events in their order.
    events: Vec<&'static str>,
    /// Products with the seconds of their last content and commercial change; the base was imported at 0, this run at
    /// 60.
    times: Vec<(&'static str, i64, i64)>,
}

fn tally(report: &ImportReport) -> [u64; 4] {
    let tally = report.products;
    [tally.created, tally.updated, tally.deactivated, tally.unchanged]
}

fn public(content: &Content) -> PublicCounts {
    let catalog = content.catalog();
    PublicCounts { sections: catalog.sections().len() as u64, products: catalog.product_count() as u64 }
}

fn check(mode: ImportMode, cases: Vec<Case>) {
    for Case { title, lines, products, events, times } in cases {
        let store = base_store();
        let before = store.content();
        let trial = store.import_with(60, &lines, |options| {
            options.mode = mode;
            options.dry_run = true;
        });
        assert_eq!(store.content(), before, "{title}: a dry run writes nothing");
        let report = store.import_with(60, &lines, |options| options.mode = mode).unwrap();
        assert_eq!(tally(&report), products, "{title}");
        assert_eq!(report.public_before, public(&before), "{title}");
        assert_eq!(report.public_after, public(&store.content()), "{title}");
        let changed = store.content() != before;
        assert_eq!(report.changed, changed, "{title}");
        assert_eq!(report.revision, store.content().revision(), "{title}");
        let revisions = store.content().revision().0 - before.revision().0;
        assert_eq!(revisions, i64::from(changed), "{title}: a revision for every change and for nothing else");
        assert_eq!(if changed { store.last_events() } else { Vec::new() }, events, "{title}");
        for (stock_number, content, commercial) in times {
            assert_eq!(store.times(stock_number), (content, commercial), "{title}: {stock_number}");
        }
        let trial = trial.unwrap();
        assert_eq!(trial.revision, before.revision(), "{title}");
        assert_eq!((trial.products, trial.sections, trial.events), (report.products, report.sections, report.events));
        // Repeating any run has no effect, including stated times.
        let again = store.import_with(120, &lines, |options| options.mode = mode).unwrap();
        assert!(!again.changed, "{title}: the same input again changes nothing, but {again:?}");
    }
}

/// The record of product A in the base, altered.
fn a(from: &str, to: &str) -> String {
    let line = base().into_iter().find(|line| line.contains(r#""stockNumber":"A""#)).unwrap();
    assert!(line.contains(from), "{from}");
    line.replace(from, to)
}

const A_FACTS: &str = r#""features":[{"fieldId":17,"value":"5 kW"},{"fieldId":18,"value":"x"}]"#;
