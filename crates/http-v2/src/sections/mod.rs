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

use crate::api_error::ApiError;
use catalog_domain::catalog::Catalog;
use catalog_domain::identifiers::SectionId;
use catalog_domain::section_tree::NodeIndex;

/// The public section with that id.
fn find_section(catalog: &Catalog, id: Option<SectionId>) -> Result<NodeIndex, ApiError> {
    id.and_then(|id| catalog.sections().find(id)).ok_or(ApiError::SectionNotFound)
}
