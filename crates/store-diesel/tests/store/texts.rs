//! Texts that one of the engines cannot store are refused by both.

use crate::support::TestLocation;
use catalog_domain::ports::{AccountStore, CatalogSource, ImportWriteError, ProductRecord, StoreError};
use catalog_domain::products::ProductParts;
use catalog_domain::sections::Section;
use catalog_testkit::builders::{new_account, product_record, section};
use catalog_testkit::{ImportRun, all_accounts};

#[test]
fn a_nul_character_is_refused_and_named_on_both_engines() {
    let parts = ProductParts { description: "a\0b".into(), ..ProductParts::default() };
    for location in TestLocation::all() {
        let store = location.open();
        for (run, location) in [
            (
                ImportRun::of_records([ProductRecord { name: "a\0b".into(), ..product_record("A", &[]) }]),
                "name of product",
            ),
            (
                ImportRun::of_records([ProductRecord { parts: parts.clone(), ..product_record("A", &[]) }]),
                "description of",
            ),
            (ImportRun::of_records([product_record("A\0", &[])]), "stock number"),
            (
                ImportRun { sections: vec![Section { name: "\0".into(), ..section(5) }], ..ImportRun::default() },
                "name of section 5",
            ),
        ] {
            let Err(ImportWriteError::Store(StoreError::Unexpected(cause))) = run.commit(&store) else {
                panic!("a NUL in the {location} was stored");
            };
            assert!(cause.to_string().contains(location), "{cause}");
        }
        assert_eq!(store.revisions().unwrap().catalog.0, 0);
        let mut account = new_account("ann@example.com");
        account.profile.company = "\0".into();
        assert!(matches!(store.insert(&account), Err(StoreError::Unexpected(_))));
        assert_eq!(all_accounts(&store), []);
    }
}
