//! The section tree, single sections, and the data of a section (`docs/contract.md#section-routes`).

mod get_section;
mod get_section_tree;
mod list_section_products;
mod list_section_vendors;
mod list_sections;

pub(crate) use get_section::*;
pub(crate) use get_section_tree::*;
pub(crate) use list_section_products::*;
pub(crate) use list_section_vendors::*;
pub(crate) use list_sections::*;
