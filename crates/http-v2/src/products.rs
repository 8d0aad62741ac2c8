//! Products by stock number (`docs/contract.md#product-routes`).

mod get_product;
mod list_page;
mod list_products;
mod render;
mod search_products;

pub(crate) use get_product::*;
pub(crate) use list_page::{ListedProducts, select_page};
pub(crate) use list_products::*;
pub(crate) use render::{product_list, render};
pub(crate) use search_products::*;
