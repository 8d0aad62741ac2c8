//! The one contract suite, on both engines.

mod sqlite {
    use crate::support::Place;
    use catalog_testkit::AnyStore;

    fn with_store(test: fn(&dyn AnyStore)) {
        let place = Place::sqlite();
        test(&place.open());
    }

    catalog_testkit::store_contract_tests!(with_store);
}

mod postgres {
    use crate::support::Place;
    use catalog_testkit::AnyStore;

    fn with_store(test: fn(&dyn AnyStore)) {
        if let Some(place) = Place::postgres() {
            test(&place.open());
        }
    }

    catalog_testkit::store_contract_tests!(with_store);
}
