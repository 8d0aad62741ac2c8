//! The JSON bodies of v1 (`docs/contract.md#v1`), one file each. They are built from domain values, independent of
//! requests.

mod account;
mod availability;
mod base_fields;
mod catalog_tree;
mod configurator;
mod documentation;
mod feature_schema;
mod feature_wrappers;
mod item;
mod section_filter;
mod section_meta;
mod token;
mod warehouse_stock;
mod wrapper;

pub(crate) use account::*;
pub(crate) use availability::*;
pub use base_fields::*;
pub(crate) use catalog_tree::*;
pub(crate) use configurator::*;
pub(crate) use documentation::*;
pub(crate) use item::*;
pub(crate) use section_meta::*;
pub(crate) use token::*;
