//! Parts and catalogs of different revisions, with paused time.

use super::*;
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::ports::{MockClock, ProductDetailBatch, StoreError};
use catalog_domain::values::{StorefrontHost, Timestamp};
use std::sync::Mutex;

/// Returns one `(revision, unchanged since)` after the other, the last one repeatedly.
struct Script(Mutex<Vec<(i64, i64)>>);

impl ProductDetails for Script {
    fn read(&self, stock_numbers: &[Box<str>], _: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        let mut script = self.0.lock().unwrap();
        let (revision, since) = if script.len() > 1 { script.remove(0) } else { script[0] };
        let detail = ProductDetail { description: format!("as of {revision}").into(), ..ProductDetail::default() };
        Ok(ProductDetailBatch {
            revision: CatalogRevision(revision),
            unchanged_since: CatalogRevision(since),
            details: stock_numbers.iter().map(|_| Some(detail.clone())).collect(),
        })
    }
}

fn catalog(revision: i64) -> Catalog {
    let facts = CatalogFacts { revision: CatalogRevision(revision), ..CatalogFacts::default() };
    Catalog::build(facts, StorefrontHost::parse("storefront.example").unwrap())
}

fn shared_catalog(revision: i64) -> Arc<SharedCatalog> {
    let mut clock = MockClock::new();
    clock.expect_now().return_const(Timestamp::from_unix_microseconds(0));
    Arc::new(SharedCatalog::new(catalog(revision), Duration::ZERO, Arc::new(clock)))
}

/// Reads the description of one product; returns the catalog's revision and the text.
async fn read(catalogs: &SharedCatalog, script: Vec<(i64, i64)>) -> Result<(i64, String), ServiceFailure> {
    let store: Arc<dyn ProductDetails> = Arc::new(Script(Mutex::new(script)));
    let wanted = PartSelection { description: true, ..PartSelection::NONE };
    let read = read_from(catalogs, &store, wanted, async |_| Ok::<_, ServiceFailure>(((), vec!["P-1".into()]))).await?;
    Ok((read.catalog.revision().0, read.details[0].description.to_string()))
}

#[tokio::test(start_paused = true)]
async fn parts_are_taken_when_they_belong_to_the_catalog() {
    for (case, script, expected) in [
        ("the same revision", vec![(7, 7)], "as of 7"),
        ("a newer store that changed other products only", vec![(9, 3)], "as of 9"),
        ("a store that is behind for a moment", vec![(6, 3), (6, 3), (7, 7)], "as of 7"),
    ] {
        assert_eq!(read(&shared_catalog(7), script).await.unwrap(), (7, expected.into()), "{case}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_of_these_products_is_waited_for_until_the_catalog_has_it() {
    let catalogs = shared_catalog(7);
    let reading = tokio::spawn({
        let catalogs = Arc::clone(&catalogs);
        async move { read(&catalogs, vec![(9, 8)]).await }
    });
    // The reader runs until it waits; only then does this sleep end, because time is paused until then.
    sleep(Duration::from_secs(1)).await;
    assert!(!reading.is_finished());
    catalogs.replace(catalog(9));
    assert_eq!(reading.await.unwrap().unwrap(), (9, "as of 9".into()));
}

#[tokio::test(start_paused = true)]
async fn waiting_ends_when_catalog_and_store_do_not_come_together() {
    for (case, script) in [("the store is ahead", vec![(9, 8)]), ("the store is behind", vec![(5, 5)])] {
        let started = Instant::now();
        let read = read(&shared_catalog(7), script).await;
        assert!(matches!(read, Err(ServiceFailure::Unavailable(_))), "{case}");
        assert!(started.elapsed() <= MAXIMUM_WAIT + PAUSE, "{case}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_empty_selection_reads_no_store_and_a_failed_selection_is_reported() {
    let catalogs = shared_catalog(7);
    let store: Arc<dyn ProductDetails> = Arc::new(Script(Mutex::new(Vec::new())));
    for (wanted, stock_numbers) in [(PartSelection::NONE, vec!["P-1".into()]), (PartSelection::ALL, Vec::new())] {
        let select = async |_: &Arc<Catalog>| Ok::<_, ServiceFailure>(("selected", stock_numbers.clone()));
        let read = read_from(&catalogs, &store, wanted, select).await.unwrap();
        assert_eq!((read.selected, read.details.len()), ("selected", 0));
    }
    let select = async |_: &Arc<Catalog>| Err::<((), _), _>(ServiceFailure::internal("no such section"));
    let read = read_from(&catalogs, &store, PartSelection::ALL, select).await;
    assert!(matches!(read, Err(ServiceFailure::Internal(_))));
}
