//! Everything that requests ask of a catalog, but for lists of products, compared with the naive catalog.

use catalog_domain::catalog::CatalogFacts;
use catalog_domain::naive::{NaiveCatalog, NaiveProduct, NaiveSection, NaiveTree, NaiveV1, NaiveVendor};
use catalog_domain::products::Product;
use catalog_domain::sections::{NodeIndex, SectionTree};
use catalog_domain::values::{ProductTypeId, SectionId, SourceId};
use catalog_index::{Catalog, PublicProduct, V1Catalog};
use catalog_testkit::builders::storefront;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Uids that some filters and values have, and one that none has.
const UIDS: [&str; 4] = ["power", "power:color", "other", "none"];

pub(crate) fn check(catalog: &Catalog, facts: &CatalogFacts) -> Result<(), TestCaseError> {
    let storefront = storefront();
    let naive = NaiveCatalog::new(facts, &storefront);
    prop_assert_eq!(catalog.revision(), facts.revision);
    prop_assert_eq!(catalog.log_position(), &facts.log_position);
    prop_assert_eq!(catalog.price_levels(), &facts.price_levels);
    prop_assert_eq!(catalog.warehouse_name("main"), &*facts.warehouses[0].name);
    prop_assert_eq!(catalog.warehouse_name("another"), "another");
    prop_assert_eq!(catalog.product_type(ProductTypeId(1)), None);
    check_products(catalog, facts, &naive)?;
    check_tree(catalog.sections(), naive.sections())?;
    for index in catalog.sections().indexes() {
        check_section(catalog, index, &naive)?;
    }
    check_v1(catalog.v1(), &naive.v1(), facts)
}

fn shown(product: PublicProduct<'_>) -> NaiveProduct<'_> {
    let PublicProduct { product, vendor, primary_section, ordinal: _ } = product;
    NaiveProduct { product, vendor_id: vendor.id, vendor_name: vendor.name, primary_section }
}

fn stock_numbers<'a>(products: impl IntoIterator<Item = &'a Product>) -> Vec<&'a str> {
    products.into_iter().map(Product::stock_number).collect()
}

fn check_products(catalog: &Catalog, facts: &CatalogFacts, naive: &NaiveCatalog<'_>) -> Result<(), TestCaseError> {
    prop_assert_eq!(catalog.product_count(), naive.products().count());
    prop_assert_eq!(catalog.products().len(), naive.products().count());
    prop_assert!(catalog.products().map(shown).eq(naive.products_by_name()), "name order");
    // More than are looked up at a time; some are unknown, and some come again.
    let numbers = facts.products.iter().map(|product| product.stock_number()).take(60).chain(["SN-1", "SN-2", ""]);
    let wanted: Vec<String> = numbers.flat_map(|text| [text.to_owned(), text.to_lowercase()]).collect();
    let wanted: Vec<String> = wanted.iter().cloned().cycle().take(150).collect();
    for stock_number in &wanted {
        prop_assert_eq!(catalog.product(stock_number).map(shown), naive.product(stock_number));
    }
    let found: Vec<Option<u32>> = catalog.find_products(&wanted).collect();
    let one_by_one = wanted.iter().map(|number| catalog.product(number).map(|found| found.ordinal));
    prop_assert!(found.iter().copied().eq(one_by_one));
    let ordinals: Vec<u32> = found.into_iter().flatten().collect();
    let at_ordinals = catalog.products_at(&ordinals).map(shown);
    prop_assert!(at_ordinals.eq(wanted.iter().filter_map(|number| naive.product(number))));
    Ok(())
}

fn check_tree(tree: &SectionTree, naive: &NaiveTree<'_>) -> Result<(), TestCaseError> {
    let id = |index: NodeIndex| tree.id(index);
    let sections = tree.nodes().iter().map(|node| NaiveSection {
        section: &node.section,
        parent: node.parent.map(id),
        level: node.level as usize,
        children: node.children.iter().copied().map(id).collect(),
    });
    prop_assert_eq!(sections.collect::<Vec<_>>(), naive.each().collect::<Vec<_>>());
    for index in tree.indexes() {
        prop_assert_eq!(tree.find(id(index)), Some(index));
        let below = naive.each().filter(|each| naive.is_in_subtree(each.section.id, id(index)));
        let subtree = tree.subtree(index).map(|at| tree.nodes()[at].section.id);
        prop_assert!(subtree.eq(below.map(|each| each.section.id)));
    }
    Ok(())
}

fn check_section(catalog: &Catalog, index: NodeIndex, naive: &NaiveCatalog<'_>) -> Result<(), TestCaseError> {
    let id = catalog.sections().id(index);
    prop_assert_eq!(catalog.counters(index), naive.counters(id));
    let digest = catalog.section_digest(index);
    prop_assert_eq!(&digest, &naive.digest(id));
    let (mut copied, mut after) = (Vec::new(), String::new());
    while let Some(last) = catalog.products_after(index, &after, 3).last() {
        copied.extend(catalog.products_after(index, &after, 3));
        catalog.product_at(*last).product.stock_number().clone_into(&mut after);
    }
    let copied: Vec<_> = copied.into_iter().map(|at| catalog.product_at(at).product.stock_number()).collect();
    prop_assert!(copied.is_sorted_by(|one, other| one < other));
    prop_assert_eq!(copied.len() as u64, digest.whole().count);
    let products = (0..=u8::MAX).map(|part| catalog.digest_part(index, part).collect::<Vec<_>>());
    for (products, part) in products.zip(digest.parts()) {
        prop_assert_eq!(products.len() as u64, part.count);
        prop_assert!(products.is_sorted_by_key(|product| product.stock_number()));
    }
    let vendors = catalog.section_vendors(index).map(|count| NaiveVendor {
        id: count.vendor.id,
        name: count.vendor.name,
        product_count: count.product_count,
        available_product_count: count.available_product_count,
    });
    prop_assert_eq!(vendors.collect::<Vec<_>>(), naive.section_vendors(id));
    for count in catalog.section_vendors(index) {
        prop_assert_eq!(catalog.vendors().nth(count.ordinal as usize), Some(count.vendor));
    }
    prop_assert_eq!(catalog.section_filters(index).collect::<Vec<_>>(), naive.section_filters(id));
    Ok(())
}

fn check_v1(v1: &V1Catalog, naive: &NaiveV1<'_>, facts: &CatalogFacts) -> Result<(), TestCaseError> {
    let tree = v1.sections();
    check_tree(tree, naive.sections())?;
    let source_ids: Vec<SourceId> =
        facts.products.iter().map(|product| product.source_id).chain([SourceId(-1)]).collect();
    // Looking through all products for each of thousands would take most of the time of a test. The first one counts.
    let products: Vec<&Product> = naive.products().collect();
    let last_first = || products.iter().rev().copied();
    let by_source_id: BTreeMap<_, _> = last_first().map(|product| (product.source_id, product)).collect();
    let find = |id: &SourceId| by_source_id.get(id).copied();
    prop_assert_eq!(stock_numbers(v1.products(&source_ids)), stock_numbers(source_ids.iter().filter_map(find)));
    let numbers: Vec<String> = facts.products.iter().map(|product| product.stock_number().to_owned()).collect();
    let by_stock_number: BTreeMap<_, _> = last_first().map(|product| (product.stock_number(), product)).collect();
    let find = |number: &String| by_stock_number.get(&**number).copied();
    prop_assert_eq!(
        stock_numbers(v1.products_by_stock_number(&numbers)),
        stock_numbers(numbers.iter().filter_map(find))
    );
    for id in -1..12 {
        let found = v1.section(SourceId(id)).map(|index| tree.id(index));
        prop_assert_eq!(found, naive.section(SourceId(id)).map(|section| section.id));
    }
    let all: Vec<NodeIndex> = tree.indexes().collect();
    let some: Vec<NodeIndex> = tree.indexes().filter(|index| index.0 % 3 != 1).rev().collect();
    for nodes in tree.indexes().map(|index| vec![index]).chain([all, some]) {
        let ids: Vec<SectionId> = nodes.iter().map(|index| tree.id(*index)).collect();
        prop_assert_eq!(stock_numbers(v1.products_of(&nodes)), stock_numbers(naive.products_of(&ids)));
        prop_assert!(v1.vendor_names(&nodes).into_iter().eq(naive.vendor_names(&ids)));
        prop_assert!(v1.product_type_counts(&nodes).into_iter().eq(naive.product_type_counts(&ids)));
        let values = v1.filter_values(&nodes);
        for uid in UIDS {
            prop_assert_eq!(values.of(uid), naive.filter_values(&ids, uid));
        }
    }
    Ok(())
}
