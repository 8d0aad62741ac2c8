//! Pages of the catalog: sections, products and their changes, each with the request of the API that gives the same.

mod api_request;
mod chips;
mod day_counts;
mod description;
mod facets;
mod fragment;
mod json_page;
pub(crate) mod links;
mod list_columns;
mod marked;
mod price_list;
pub(crate) mod price_text;
mod product_table;
mod section_form;
mod show_changes;
mod show_product;
mod show_search;
mod show_section;
mod show_tree;

pub use json_page::{ApiResponder, ApiTarget};

use crate::portal_error::PortalError;
use crate::resources::{form_at, page_at};
use actix_web::web::ServiceConfig;
use catalog_domain::sections::Section;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;

const UNKNOWN_SECTION: PortalError = PortalError::NotFound("error-section-not-found");

/// Registers the pages; paths are relative to `/portal`.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(page_at("/catalog/sections/{id}", show_section::show_section))
        .service(form_at("/catalog/sections/{id}/price-list", price_list::show_price_list, price_list::make_link))
        .service(form_at("/search/price-list", price_list::show_price_list, price_list::make_link))
        .service(page_at("/catalog/sections/{id}/price-list.{format:csv|xlsx}", price_list::download_price_list))
        .service(page_at("/search/price-list.{format:csv|xlsx}", price_list::download_price_list))
        .service(page_at("/products/{stockNumber}", show_product::show_product))
        .service(page_at("/catalog", show_tree::show_tree))
        .service(page_at("/search", show_search::show_search))
        .service(page_at("/changes/{section}", show_changes::show_changes));
    for page in ["/search", "/catalog", "/catalog/sections/{id}", "/products/{stockNumber}", "/changes/{section}"] {
        config.service(page_at(&format!("{page}/json"), json_page::show_json));
    }
}

pub(crate) fn public_section(catalog: &Catalog, id: SectionId) -> Option<&Section> {
    let sections = catalog.sections();
    sections.find(id).map(|index| &*sections.node(index).section)
}
