//! The endpoints of v1 (`docs/contract.md#v1-routes`): one file each, named like its function and its `operationId`.

mod check_legacy_token;
mod get_catalog;
mod get_item;
mod get_item_availability;
mod get_item_configurator;
mod get_item_documentation;
mod get_section_meta;
mod issue_legacy_token;
mod list_availability_by_stock;
mod list_availability_from;
mod list_documentation;
mod list_documentation_by_stock;
mod list_documentation_from;
mod list_items;
mod list_items_by_stock;
mod list_items_from;
mod list_vendors;

pub(crate) use check_legacy_token::*;
pub(crate) use get_catalog::*;
pub(crate) use get_item::*;
pub(crate) use get_item_availability::*;
pub(crate) use get_item_configurator::*;
pub(crate) use get_item_documentation::*;
pub(crate) use get_section_meta::*;
pub(crate) use issue_legacy_token::*;
pub(crate) use list_availability_by_stock::*;
pub(crate) use list_availability_from::*;
pub(crate) use list_documentation::*;
pub(crate) use list_documentation_by_stock::*;
pub(crate) use list_documentation_from::*;
pub(crate) use list_items::*;
pub(crate) use list_items_by_stock::*;
pub(crate) use list_items_from::*;
pub(crate) use list_vendors::*;
