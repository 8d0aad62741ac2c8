//! Products by stock number, and lists of them (`docs/contract.md#product-routes`).

mod get_product;
mod list_page;
mod list_products;
mod list_section_products;
mod render;
mod search_products;

use crate::endpoint::Endpoint;

pub(crate) use get_product::get_product;
pub(crate) use list_section_products::list_section_products;
pub(crate) use search_products::search_products;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        search_products::endpoint(),
        get_product::endpoint(),
        list_section_products::endpoint(),
        list_products::endpoint(),
    ]
}
