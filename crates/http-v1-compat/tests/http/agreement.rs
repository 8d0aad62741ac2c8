//! v1 against the domain's values for v2: for random catalogs, both agree on a product, a price, a stock and a tree
//! wherever they mean the same (`docs/migrating-from-v1.md`).

use crate::client::get;
use catalog_domain::accounts::CallerAccount;
use catalog_domain::catalog::{CatalogFacts, PageRequest, ProductQuery};
use catalog_domain::ports::ProductRecord;
use catalog_domain::pricing::{Offer, Pricing, Stock, Viewer};
use catalog_domain::products::{FilterText, FilterValue, Product, Vendor};
use catalog_domain::sections::{NodeIndex, Section};
use catalog_domain::values::{PageUrlRef, SectionId, SourceId};
use catalog_index::{Catalog, PublicProduct};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{offer_record, page, product_record, product_type, section, warehouse};
use catalog_testkit::random_catalog::facts;
use catalog_testkit::usual::Fixture;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

const USERS: [&str; 3] = ["retailer", "wholesaler", "admin"];
const WAREHOUSES: [&str; 2] = ["b", "a"];

fn hold(import: ImportRun, check: &impl AsyncFn(&Fixture, &Catalog)) {
    actix_web::rt::System::new().block_on(async {
        let fixture = Fixture::of(import);
        let catalog = fixture.service.app.catalog.current();
        check(&fixture, &catalog).await;
    });
}

/// The run that stores the facts. Sections have the source ids that v1 names them by.
fn import(facts: CatalogFacts) -> ImportRun {
    let sections = facts.sections.iter().map(|known| {
        let id = Some(SourceId(known.id.0 + 1));
        Section { source_id: id, ..Section::clone(known) }
    });
    ImportRun {
        product_types: vec![product_type(1), product_type(2)],
        warehouses: WAREHOUSES.map(warehouse).into(),
        new_price_levels: facts.price_levels,
        sections: sections.collect(),
        ..ImportRun::of_records(facts.products.iter().map(|product| record(product)))
    }
}

fn record(product: &Product) -> ProductRecord {
    let values = product.filter_values.iter().map(|value| {
        let FilterText { field_id, uid, value: shown, key } = FilterText::clone(value.text);
        FilterValue { field_id, uid, value: shown, key, sections: Box::clone(value.sections) }
    });
    let stock = WAREHOUSES.into_iter().zip(product.offer.stock.iter());
    let stock = stock.map(|(id, stock)| Stock { warehouse: id.into(), quantity: stock.quantity }).collect();
    let linked: Vec<i64> = product.sections.iter().map(|section| section.0).collect();
    // v1 shows each product's spelling of its vendor, and v2 one: here they differ in blanks only.
    let (id, vendor) = (product.source_id, product.vendor.as_deref());
    ProductRecord {
        source_id: id,
        name: product.name().into(),
        full_name: format!("{} in full", product.full_name()).into(),
        type_id: product.type_id,
        url: (id.0 % 2 == 0).then(|| page(&format!("/products/{id}/?x=1"))),
        vendor: vendor.cloned().map(|vendor| Vendor { id: vendor.name.trim().into(), ..vendor }),
        filter_values: values.collect(),
        offer: Some(offer_record(Offer { stock, ..product.offer.clone() })),
        ..product_record(product.stock_number(), &linked)
    }
}

/// The same with sections that v2 shows only.
fn public_import(facts: CatalogFacts) -> ImportRun {
    let mut import = import(facts);
    for known in &mut import.sections {
        (known.is_active, known.is_service, known.url) = (true, false, section(known.id.0).url);
    }
    import
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_public_product_is_the_same_product_in_v1(facts in facts(1)) {
        hold(import(facts), &products_agree);
    }

    #[test]
    fn the_public_tree_is_what_is_left_of_the_v1_tree(facts in facts(1)) {
        hold(import(facts), &trees_agree);
    }

    #[test]
    fn where_everything_is_public_lists_vendors_and_filters_are_the_same(facts in facts(1)) {
        hold(public_import(facts), &sections_agree);
    }
}

async fn products_agree(fixture: &Fixture, catalog: &Catalog) {
    for user in USERS {
        let viewer = CallerAccount::from(&fixture.account(user)).viewer();
        for public in catalog.products() {
            let product = public.product;
            let path = format!("/api/v1/get/item/{}", product.source_id);
            let item = get(fixture, user, &path).await.data("");
            assert_eq!(
                summary(&item),
                expected_summary(catalog, public, &viewer),
                "{user}: {}",
                product.stock_number()
            );
            let availability = get(fixture, user, &format!("{path}/availability")).await.data("");
            let (v1_price, quantities) = (item["price"]["value"].clone(), item["warehouses"]["value"].clone());
            assert_eq!((&availability["price"], &availability["currency"]), (&v1_price, &json!("USD")));
            let in_stock: i64 = availability["inStock"].as_i64().unwrap();
            assert_eq!(json!(in_stock.to_string()), item["inStock"]["value"]);
            assert_eq!(availability["warehouses"].as_array().unwrap(), quantities.as_array().unwrap_or(&Vec::new()));
        }
    }
}

/// A v1 product, reduced to the fields that v2 has too.
fn summary(item: &Value) -> Value {
    let value = |field: &str| item[field]["value"].clone();
    json!({
        "id": item["id"], "name": item["name"], "url": item["url"], "stockNumber": value("stockNumber"),
        "fullName": value("fullName"), "vendor": value("vendor").as_str().map(str::trim), "price": value("price"),
        "inStock": value("inStock"), "shipping": value("shipping"), "preview": value("previewPhoto"),
        "warehouses": value("warehouses").as_array().into_iter().flatten()
            .map(|stock| (stock["id"].clone(), stock["quantity"].clone())).collect::<Vec<_>>(),
    })
}

/// The same from the values that v2 shows.
fn expected_summary(catalog: &Catalog, public: PublicProduct<'_>, viewer: &Viewer) -> Value {
    let Product { offer, .. } = public.product;
    let known_vendor = public.product.vendor.as_ref().map(|_| &*public.vendor.name);
    let mut stock: Vec<_> = offer.stock.iter().map(|stock| (&**stock.warehouse, stock.quantity)).collect();
    stock.sort_unstable();
    json!({
        "id": public.product.source_id.0, "name": public.product.name(),
        "url": public.product.url().map(PageUrlRef::path), "stockNumber": public.product.stock_number(),
        "fullName": public.product.full_name(), "vendor": known_vendor,
        "price": one_price(&Pricing::for_viewer(offer, viewer, catalog.price_levels())),
        "inStock": offer.in_stock().to_string(), "shipping": offer.shipping.to_string(),
        "preview": public.product.preview(), "warehouses": stock,
    })
}

/// The one price of v1, computed from the prices of v2 (`docs/contract.md#v1-prices`).
fn one_price(pricing: &Pricing) -> String {
    if pricing.on_request {
        return "0".into();
    }
    let sale = pricing.sale.price.value.filter(|_| pricing.sale.active);
    let price = sale.or(pricing.personal.price.value).or(pricing.retail.value);
    price.map_or_else(|| "0".into(), |price| price.to_string())
}

async fn trees_agree(fixture: &Fixture, catalog: &Catalog) {
    let tree = get(fixture, "retailer", "/api/v1/get/catalog").await.data("");
    let mut parents = HashMap::new();
    collect_parents(&tree, None, &mut parents);
    let public = catalog.sections();
    let source_id = |index: NodeIndex| public.node(index).section.source_id.unwrap().0;
    let public_ids: HashMap<i64, NodeIndex> = public.indexes().map(|index| (source_id(index), index)).collect();
    for (id, index) in &public_ids {
        let (name, _) = &parents[id];
        assert_eq!(*name, *public.node(*index).section.name);
        let mut ancestors = std::iter::successors(parents[id].1, |ancestor| parents[ancestor].1);
        let nearest_public = ancestors.find(|ancestor| public_ids.contains_key(ancestor));
        assert_eq!(nearest_public, public.node(*index).parent.map(source_id), "the parent of {name}");
    }
}

/// Names and parents of a nested tree, by id.
fn collect_parents(nodes: &Value, parent: Option<i64>, parents: &mut HashMap<i64, (String, Option<i64>)>) {
    for node in nodes.as_array().unwrap() {
        let id = node["id"].as_i64().unwrap();
        parents.insert(id, (node["name"].as_str().unwrap().to_owned(), parent));
        if let Some(below) = node.get("subSections") {
            assert_ne!(below, &json!([]), "a leaf has no such key");
            collect_parents(below, Some(id), parents);
        }
    }
}

async fn sections_agree(fixture: &Fixture, catalog: &Catalog) {
    let viewer = CallerAccount::from(&fixture.account("wholesaler")).viewer();
    for index in catalog.sections().indexes() {
        let section = &*catalog.sections().node(index).section;
        let id = section.source_id.unwrap();
        let items = get(fixture, "wholesaler", &format!("/api/v1/get/items/from?id_list={id}")).await.data("");
        let items: Vec<&str> =
            items.as_array().unwrap().iter().map(|item| item["stockNumber"]["value"].as_str().unwrap()).collect();
        assert_eq!(items, listed_in_v2(catalog, section.id, &viewer), "{}", section.name);
        assert_eq!(items.len() as u64, catalog.counters(index).products);
        let vendors = get(fixture, "wholesaler", &format!("/api/v1/get/vendors/for/{id}")).await.data("");
        let vendors: BTreeSet<&str> =
            vendors.as_array().unwrap().iter().map(|name| name.as_str().unwrap().trim()).collect();
        let counted = catalog.section_vendors(index).map(|count| count.vendor.name);
        assert_eq!(vendors, counted.filter(|name| *name != "unknown").collect());
        let meta = get(fixture, "wholesaler", &format!("/api/v1/get/section-meta/{id}")).await.data("");
        assert_eq!(meta["section"]["hierarchyId"], section.id.0);
        let counts =
            meta["productTypes"].as_array().unwrap().iter().map(|kind| kind["productsCount"].as_u64().unwrap());
        assert_eq!(counts.sum::<u64>(), items.len() as u64);
        let values: Vec<Value> = catalog
            .section_filters(index)
            .map(|(filter, values)| {
                let values =
                    values.iter().map(|value| json!({"value": value.value, "key": value.key, "count": value.count}));
                json!([filter.uid, values.collect::<Vec<_>>()])
            })
            .collect();
        let shown = meta["filters"].as_array().unwrap().iter().map(|filter| json!([filter["uid"], filter["values"]]));
        assert_eq!(shown.collect::<Vec<_>>(), values, "{}", section.name);
    }
}

/// The stock numbers of v2's list of a section, in its default order.
fn listed_in_v2<'a>(catalog: &'a Catalog, section: SectionId, viewer: &Viewer) -> Vec<&'a str> {
    let page = PageRequest { page: 1, size: PageRequest::MAXIMUM_SIZE };
    let query = ProductQuery { page, ..ProductQuery::of_section(section) };
    let listed = catalog.section_products(&query, viewer).unwrap();
    listed.products.into_iter().map(|public| public.product.stock_number()).collect()
}
