//! What operations say of themselves in the OpenAPI document: their errors, and parameters with a closed set of values.

pub(crate) mod failures;
mod names;

pub(crate) use catalog_documents::schemas::*;
pub(crate) use failures::{Failure, describe_failures};
pub(crate) use names::*;
