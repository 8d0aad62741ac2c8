//! How many statements a page's parts cost. A separate binary: the counter is global to the process.

use catalog_domain::ports::{PartSelection, ProductDetails};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{product_record, section};
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use std::sync::atomic::{AtomicUsize, Ordering};
use store_diesel::{Store, StoreOptions};

static STATEMENTS: AtomicUsize = AtomicUsize::new(0);

fn counter() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| {
        if matches!(event, InstrumentationEvent::StartQuery { .. }) {
            STATEMENTS.fetch_add(1, Ordering::SeqCst);
        }
    }))
}

#[test]
fn a_part_costs_one_statement_whatever_the_size_of_the_page() {
    set_default_instrumentation(counter).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/catalog.db", folder.path().display()).parse().unwrap();
    let store = Store::open(&url, &StoreOptions::default()).unwrap();
    let records = (0..1_000).map(|number| product_record(&format!("P-{number:04}"), &[1]));
    ImportRun { sections: vec![section(1)], ..ImportRun::of_records(records) }.commit(&store).unwrap();
    let numbers: Vec<Box<str>> = (0..1_000).map(|number| format!("P-{number:04}").into()).collect();
    let cost = |size: usize, wanted| {
        let before = STATEMENTS.load(Ordering::SeqCst);
        let batch = store.read(&numbers[..size], wanted).unwrap();
        assert!(batch.details.iter().all(Option::is_some));
        assert!(batch.details.len() == size);
        STATEMENTS.load(Ordering::SeqCst) - before
    };
    let none = PartSelection::NONE;
    // The first read of a connection may cost more than the next.
    cost(1, PartSelection::ALL);
    let without_parts = cost(1, none);
    for (part, wanted) in [
        ("description", PartSelection { description: true, ..none }),
        ("media", PartSelection { photos: true, ..none }),
        ("seo", PartSelection { seo: true, ..none }),
        ("features", PartSelection { features: true, ..none }),
        ("configurator", PartSelection { configurator: true, ..none }),
        ("documentation", PartSelection { documentation: true, ..none }),
        ("software", PartSelection { software: true, ..none }),
    ] {
        assert_eq!((cost(1, wanted), cost(1_000, wanted)), (without_parts + 1, without_parts + 1), "{part}");
    }
    // The parts of a record are in one table, the links in another.
    let all = without_parts + 2;
    assert_eq!((cost(1, PartSelection::ALL), cost(1_000, PartSelection::ALL)), (all, all));
}
