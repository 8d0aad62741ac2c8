//! The store in memory fulfils the contract of the storage ports.

use catalog_testkit::{AnyStore, MemoryStore};

fn with_store(test: fn(&dyn AnyStore)) {
    test(&MemoryStore::new());
}

catalog_testkit::store_contract_tests!(with_store);
