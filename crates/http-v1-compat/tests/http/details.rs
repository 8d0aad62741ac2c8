//! Wraps the reads of products' parts: every read is counted, and a test can make one fail.

use catalog_domain::ports::{PartSelection, ProductDetailBatch, ProductDetails, StoreError};
use std::sync::{Arc, Mutex};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Read {
    /// How many products were requested at once.
    pub(crate) products: usize,
    pub(crate) wanted: PartSelection,
}

pub(crate) struct ObservedDetails {
    store: Arc<dyn ProductDetails>,
    reads: Mutex<Vec<Read>>,
    /// From this read on (counted from 0) the store is unavailable.
    fails_from: Mutex<usize>,
}

impl ObservedDetails {
    /// Wraps `store`.
    pub(crate) fn new(store: Arc<dyn ProductDetails>) -> Self {
        Self { store, reads: Mutex::default(), fails_from: Mutex::new(usize::MAX) }
    }

    pub(crate) fn take_reads(&self) -> Vec<Read> {
        std::mem::take(&mut self.reads.lock().unwrap())
    }

    /// Lets `reads` more reads succeed, and no others.
    pub(crate) fn fail_after(&self, reads: usize) {
        *self.fails_from.lock().unwrap() = self.reads.lock().unwrap().len() + reads;
    }
}

impl ProductDetails for ObservedDetails {
    fn read(&self, stock_numbers: &[Box<str>], wanted: PartSelection) -> Result<ProductDetailBatch, StoreError> {
        let before = {
            let mut reads = self.reads.lock().unwrap();
            reads.push(Read { products: stock_numbers.len(), wanted });
            reads.len() - 1
        };
        if before >= *self.fails_from.lock().unwrap() {
            return Err(StoreError::Unavailable("secret cause: the store is away".into()));
        }
        self.store.read(stock_numbers, wanted)
    }
}
