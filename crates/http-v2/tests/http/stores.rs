//! Stores of every kind: with the usual catalog, to be read only; and empty ones, for tests that write.

use crate::details::detail;
use crate::fixture::{NOW, add_users, facts};
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::ports::{
    ContentTouch, OfferRecord, ProductDetail, ProductParts, ProductRecord, ProductWrite, ResourceSet, TimeSources,
};
use catalog_domain::products::{FilterValue, ListedFilterValue, Product};
use catalog_domain::values::PageUrl;
use catalog_testkit::builders::fingerprint;
use catalog_testkit::{AnyStore, ImportRun, TestStore};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use store_diesel::{Store, StoreOptions};

/// An empty store of each kind.
pub(crate) fn empty_stores() -> impl Iterator<Item = TestStore> {
    TestStore::of_every_kind(open)
}

/// A database of each kind with the usual catalog and users. Concurrent tests share them, and the last one of them
/// deletes them.
pub(crate) fn usual_databases() -> impl Iterator<Item = Arc<TestStore>> {
    static SHARED: [Mutex<Weak<TestStore>>; 2] = [const { Mutex::new(Weak::new()) }; 2];
    let kinds: [fn() -> Option<TestStore>; 2] = [|| Some(TestStore::on_sqlite(open)), || TestStore::on_postgres(open)];
    SHARED.iter().zip(kinds).filter_map(|(shared, make)| {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stored) = shared.upgrade() {
            return Some(stored);
        }
        let stored = Arc::new(make()?);
        usual_import().commit(&*stored.store).unwrap();
        add_users(&*stored.store);
        *shared = Arc::downgrade(&stored);
        Some(stored)
    })
}

fn open(url: &str) -> Arc<dyn AnyStore> {
    Arc::new(Store::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap())
}

fn usual_import() -> ImportRun {
    let CatalogFacts { sections, products, price_levels, warehouses, product_types, .. } = facts();
    let writes = products.iter().flat_map(|product| {
        let detail = detail(product.stock_number());
        let links = ProductWrite::Resources {
            stock_number: product.stock_number().into(),
            links: ResourceSet {
                documentation: detail.documentation.clone(),
                software: detail.software.clone(),
                fingerprint: fingerprint(product.stock_number()),
            },
            touch: ContentTouch { at: product.content_updated_at, content_updated_at: product.content_updated_at },
        };
        [ProductWrite::Record(Box::new(record(product, detail))), links]
    });
    ImportRun {
        at: NOW,
        product_types,
        warehouses,
        new_price_levels: price_levels,
        sections: sections.iter().map(|section| (**section).clone()).collect(),
        ..ImportRun::of_writes(writes.collect::<Vec<_>>())
    }
}

fn value(value: ListedFilterValue<'_>) -> FilterValue {
    FilterValue {
        field_id: value.text.field_id,
        uid: value.text.uid.clone(),
        value: value.text.value.clone(),
        key: value.text.key.clone(),
        sections: (**value.sections).clone(),
    }
}

fn record(product: &Product, detail: ProductDetail) -> ProductRecord {
    let text = format!("{product:?}");
    ProductRecord {
        stock_number: product.stock_number().into(),
        source_id: product.source_id,
        is_active: true,
        name: product.name().into(),
        full_name: product.full_name().into(),
        url: product.url().and_then(|url| PageUrl::parse(url.as_str()).ok()),
        type_id: product.type_id,
        vendor: product.vendor.as_deref().cloned(),
        sections: (*product.sections).into(),
        primary_section: product.sections.primary(),
        preview: product.preview().map(Into::into),
        filter_values: product.filter_values.iter().map(value).collect(),
        parts: ProductParts {
            description: detail.description,
            photos: detail.photos,
            seo: detail.seo,
            features: detail.features,
            configurator: detail.configurator,
            price_data: None,
        },
        fingerprint: fingerprint(&text),
        time_sources: TimeSources::default(),
        content_updated_at: product.content_updated_at,
        commercial_updated_at: None,
        offer: Some(OfferRecord {
            offer: product.offer.clone(),
            fingerprint: fingerprint(&format!("{:?}", product.offer)),
            commercial_updated_at: product.commercial_updated_at,
        }),
    }
}
