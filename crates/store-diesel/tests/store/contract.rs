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
        if let Some(location) = TestLocation::postgres_store() {
            test(&location.open());
        }
    }

    catalog_testkit::store_contract_tests!(with_store);
}

/// Through PgBouncer in transaction mode, where each transaction may get another session.
mod behind_a_pooler {
    use crate::support::{TestLocation, options};
    use catalog_testkit::AnyStore;
    use catalog_testkit::contract::import::a_new_store_is_empty;
    use catalog_testkit::postgres::{TestPooler, TestPostgres};
    use store_diesel::{PostgresPooler, Store, StoreOptions};

    fn with_store(test: fn(&dyn AnyStore)) {
        run(test, TestLocation::postgres_store());
    }

    #[test]
    fn a_store_is_made() {
        run(a_new_store_is_empty, TestLocation::postgres());
    }

    fn run(test: fn(&dyn AnyStore), location: Option<TestLocation>) {
        let Some((server, TestLocation::Postgres(database))) = TestPostgres::shared().zip(location) else { return };
        let url = TestPooler::shared(server).map_or(database.url.clone(), |pooler| pooler.url_of(&database.name));
        let options = StoreOptions { pooler: PostgresPooler::Transaction, ..options() };
        test(&Store::open(&url.parse().unwrap(), &options).unwrap());
    }

    catalog_testkit::store_contract_tests!(with_store);
}

/// In a database that isolates transactions as if they came one after the other: those that lose are repeated.
mod serializable {
    use crate::support::TestLocation;
    use catalog_testkit::AnyStore;
    use catalog_testkit::contract::import::a_new_store_is_empty;

    fn with_store(test: fn(&dyn AnyStore)) {
        run(test, TestLocation::postgres_store());
    }

    #[test]
    fn a_store_is_made() {
        run(a_new_store_is_empty, TestLocation::postgres());
    }

    fn run(test: fn(&dyn AnyStore), location: Option<TestLocation>) {
        let Some(TestLocation::Postgres(database)) = location else { return };
        let name = &database.name;
        database.execute(&format!("ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'"));
        test(&TestLocation::Postgres(database).open());
    }

    catalog_testkit::store_contract_tests!(with_store);
}
