//! Products by stock number (`docs/contract.md#product-routes`).

mod get_product;
mod list_products;
mod render;

pub(crate) use get_product::*;
pub(crate) use list_products::*;
pub(crate) use render::{PublicProducts, product_list, render};
