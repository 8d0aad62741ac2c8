//! The rules without a database: three products, what three viewers pay, a page of a section, and its change feed
//! folded into a copy. Run it with `cargo run -p catalog-domain --example rules`.

use catalog_domain::catalog::{CatalogFacts, PageRequest, ProductQuery};
use catalog_domain::change::{ChangeKind, FeedHorizon, FeedLog, FeedRequest, FeedStart, feed_page};
use catalog_domain::naive::NaiveCatalog;
use catalog_domain::ports::ProductRecord;
use catalog_domain::pricing::{Offer, PriceLevel, Pricing, Role, Viewer};
use catalog_domain::sections::Section;
use catalog_domain::values::{EventNumber, SectionId};
use catalog_testkit::builders::{
    NOON, dollars, event, offer, offer_record, product_of, product_record, section, storefront,
};
use catalog_testkit::random_history::Log;
use std::collections::BTreeSet;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Section 2 is below section 1. Prices of P-3 are hidden, and P-2 is on sale.
    let sold =
        |stock_number, offer| ProductRecord { offer: Some(offer_record(offer)), ..product_record(stock_number, &[2]) };
    let records = [
        product_record("P-1", &[2]),
        sold("P-2", Offer { sale: true, special: dollars(70), ..offer() }),
        sold("P-3", Offer { hide_prices: true, ..offer() }),
    ];
    let sections = [section(1), Section { parent: Some(SectionId(1)), ..section(2) }];
    let facts = CatalogFacts {
        sections: sections.map(Arc::new).into(),
        products: records.iter().map(|record| Arc::new(product_of(record))).collect(),
        price_levels: vec![PriceLevel::new("Опт")],
        ..CatalogFacts::default()
    };
    let storefront = storefront();
    let catalog = NaiveCatalog::new(&facts, &storefront);

    let viewer = |role, level| Viewer { role, price_level: PriceLevel::new(level), configurator_access: false };
    let viewers = [viewer(Role::User, "Розн"), viewer(Role::User, "Опт"), viewer(Role::Administrator, "Опт")];
    for product in catalog.products_by_name() {
        for viewer in &viewers {
            let pricing = Pricing::for_viewer(&product.product.offer, viewer, &facts.price_levels);
            let (retail, personal) = (pricing.retail.value, pricing.personal.price.value);
            let [retail, personal] =
                [retail, personal].map(|price| price.map_or("-".into(), |price| price.to_string()));
            println!("{}: {:?} sees retail {retail}, personal {personal}", product.product.stock_number(), viewer.role);
        }
    }

    let page = PageRequest { page: 1, size: 2 };
    let query = ProductQuery { page, ..ProductQuery::of_section(SectionId(1)) };
    let found = catalog.section_products(&query, &viewers[0]).ok_or("section 1 is not public")?;
    let names: Vec<&str> = found.products.iter().map(|product| product.name()).collect();
    println!("page 1 of {}: {names:?}", page.page_count(found.total));

    let events = ["P-1", "P-2", "P-3"].map(|stock_number| (NOON, event(stock_number, &[1, 2])));
    let log = Log { events: events.into(), ..Log::new() };
    let last = log.last();
    let horizon = FeedHorizon { included: last, released: last };
    let start = FeedStart::Since(NOON);
    let mut request = FeedRequest { section: SectionId(1), start, now: NOON, retention_days: 90, horizon };
    let mut copy = BTreeSet::new();
    loop {
        let feed = feed_page(&request, 2, FeedLog { events: &log, bounds: &log })?;
        for logged in feed.events {
            // A product that moved to another section is dropped like one that was removed.
            if logged.in_section && logged.kind != ChangeKind::Removed {
                copy.insert(logged.stock_number);
            } else {
                copy.remove(&logged.stock_number);
            }
        }
        request.start = FeedStart::Cursor(feed.next);
        if !feed.has_more {
            break;
        }
    }
    println!("the copy after {} events: {copy:?}", last.0);
    assert_eq!((copy.len() as u64, last), (found.total, EventNumber(3)));
    Ok(())
}
