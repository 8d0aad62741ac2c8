//! Products that are JSON already.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::sync::Arc;

/// The JSON of products, each a `Product` body, in the order of a list.
#[derive(Debug)]
pub(crate) struct ShownProducts(pub(crate) Vec<Arc<RawValue>>);

impl Serialize for ShownProducts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|product| &**product))
    }
}
