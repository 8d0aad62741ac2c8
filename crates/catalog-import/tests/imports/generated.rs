//! Imports generated catalogs and their later deltas.

use crate::support::{TestStore, generated};

#[test]
fn a_generated_catalog_of_any_size_and_its_deltas_are_accepted_and_settle() {
    for size in [(3, 0), (0, 3), (1, 1), (60, 2), (60, 5), (130, 21), (300, 150)] {
        for seed in [1, 2] {
            let store = TestStore::default();
            let first = store.import(0, &[&generated(size, seed, None)]).unwrap();
            assert_eq!((first.products.created, first.sections.created), size, "seed {seed}");
            assert!(first.warnings.texts.is_empty(), "{size:?} {:?}", first.warnings.texts);
            assert!(!store.import(1, &[&generated(size, seed, None)]).unwrap().changed);
            for (second, changes) in (2..).step_by(2).zip([1, 20, 90]) {
                let delta = generated(size, seed, Some(changes));
                assert!(store.import(second, &[&delta]).unwrap().changed, "{size:?} seed {seed}");
                assert!(!store.import(second + 1, &[&delta]).unwrap().changed, "{size:?} seed {seed}");
            }
        }
    }
}
