//! Wraps the reads of products' parts: every read is recorded, and a test can make one fail.

use catalog_domain::ports::{PartSelection, ProductDetailBatch, ProductDetails, StoreError};
use std::sync::{Arc, Mutex};

/// One read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetailsRead {
    /// The products that were requested at once.
    pub stock_numbers: Vec<Box<str>>,
    /// The parts that were requested.
    pub wanted: PartSelection,
}

/// The parts of products in a store.
pub struct ObservedDetails {
    store: Arc<dyn ProductDetails>,
    /// Whether it returns every part, whatever is selected: an adapter must not rely on a store to leave out others.
    returns_all: bool,
    reads: Mutex<Vec<DetailsRead>>,
    /// From this read on (counted from 0) the store is unavailable.
    fails_from: Mutex<usize>,
}

impl ObservedDetails {
    /// Wraps `store`.
    pub fn new(store: Arc<dyn ProductDetails>, returns_all: bool) -> Self {
        Self { store, returns_all, reads: Mutex::default(), fails_from: Mutex::new(usize::MAX) }
    }

    /// The reads since the last time.
    pub fn take_reads(&self) -> Vec<DetailsRead> {
        std::mem::take(&mut self.reads.lock().unwrap())
    }

    /// How many products each of these reads requested, and which parts.
    pub fn take_read_sizes(&self) -> Vec<(usize, PartSelection)> {
        self.take_reads().into_iter().map(|read| (read.stock_numbers.len(), read.wanted)).collect()
    }

    /// Lets `reads` more reads succeed, and no others.
    pub fn fail_after(&self, reads: usize) {
        *self.fails_from.lock().unwrap() = self.reads.lock().unwrap().len() + reads;
    }
}

impl ProductDetails for ObservedDetails {
    fn read(&self, stock_numbers: &[Box<str>], wanted: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        let before = {
            let mut reads = self.reads.lock().unwrap();
            reads.push(DetailsRead { stock_numbers: stock_numbers.to_vec(), wanted });
            reads.len() - 1
        };
        if before >= *self.fails_from.lock().unwrap() {
            return Err(StoreError::Unavailable("secret cause: the store is away".into()));
        }
        self.store.read(stock_numbers, if self.returns_all { PartSelection::ALL } else { wanted })
    }
}
