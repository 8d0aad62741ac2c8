//! The one contract suite, on both engines.

mod sqlite {
    use crate::support::TestLocation;
    use catalog_testkit::AnyStore;

    fn with_store(test: fn(&dyn AnyStore)) {
        let location = TestLocation::sqlite();
        test(&location.open());
    }

    catalog_testkit::store_contract_tests!(with_store);
}

mod postgres {
    use crate::support::TestLocation;
    use catalog_testkit::AnyStore;

    fn with_store(test: fn(&dyn AnyStore)) {
        if let Some(location) = TestLocation::postgres() {
            test(&location.open());
        }
    }

    catalog_testkit::store_contract_tests!(with_store);
}
