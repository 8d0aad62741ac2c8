//! Hand-written section JSON equals serde's.

use super::{Catalog, JsonWriter, SectionParts, VendorHeads, write_open};
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::products::Vendor;
use catalog_domain::sections::Section;
use catalog_domain::values::Timestamp;
use catalog_testkit::builders::{page, product_of, product_record, section, storefront};
use proptest::prelude::*;
use std::sync::Arc;

/// A root with two children, and two vendors with products in one of them.
fn catalog_of(root: Section, vendors: &[Vendor]) -> Catalog {
    let child = |id| Section { parent: Some(root.id), ..section(id) };
    let product = |(number, vendor): (usize, &Vendor)| {
        let record = product_record(&format!("P-{number}"), &[2]);
        Arc::new(product_of(&catalog_domain::ports::ProductRecord { vendor: Some(vendor.clone()), ..record }))
    };
    let facts = CatalogFacts {
        products: vendors.iter().enumerate().map(product).collect(),
        sections: [child(2), child(3), root].map(Arc::new).into(),
        ..CatalogFacts::default()
    };
    Catalog::build(facts, storefront())
}

fn every_choice_of_parts() -> impl Iterator<Item = SectionParts> {
    (0..16_u8).map(|bits| SectionParts {
        children: bits & 1 != 0,
        breadcrumbs: bits & 2 != 0,
        vendors: bits & 4 != 0,
        filters: bits & 8 != 0,
    })
}

proptest! {
    #[test]
    fn a_section_is_written_as_serde_writes_it(
        [name, vendor] in any::<[String; 2]>(),
        (path, sort_order, synced_at) in ("/[a-zA-Z0-9\"а-я/?#-]{0,40}", any::<i64>(), any::<i64>()),
    ) {
        let root = Section {
            name: name.as_str().into(),
            url: Some(page(&path)),
            sort_order,
            synced_at: Timestamp::from_unix_microseconds(synced_at),
            ..section(1)
        };
        let vendors = [vendor.clone(), format!("{vendor} Ltd")];
        let vendors = vendors.map(|text| Vendor { id: text.as_str().into(), name: text.as_str().into() });
        let catalog = catalog_of(root, &vendors);
        let heads = VendorHeads::of_all(&catalog);
        for index in catalog.sections().indexes() {
            for parts in every_choice_of_parts() {
                let document = super::section(&catalog, index, parts);
                let mut written = JsonWriter::default();
                write_open(&mut written, &catalog, index, parts, &heads).unwrap();
                written.raw("}");
                let written = String::from_utf8(written.into_bytes()).unwrap();
                prop_assert_eq!(&written, &serde_json::to_string(&document).unwrap());
                prop_assert_eq!(serde_json::from_str::<catalog_documents::Section<'_>>(&written).unwrap(), document);
            }
        }
    }
}
