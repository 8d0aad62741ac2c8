//! The section tree, single sections, and the vendors of a section (`docs/contract.md#section-routes`).

mod get_section;
mod get_section_tree;
mod list_section_vendors;
mod list_sections;

use crate::endpoint::Endpoint;

pub(crate) use get_section_tree::get_section_tree;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        get_section_tree::endpoint(),
        list_sections::endpoint(),
        get_section::endpoint(),
        list_section_vendors::endpoint(),
    ]
}
