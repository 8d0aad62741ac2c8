//! Lists of products.

use crate::model::Product;
use catalog_documents::{Facets, ProductPageMeta, SearchPageMeta};
use serde::Deserialize;

/// All public sections, each before its subtree.
pub type SectionList = catalog_documents::SectionList<'static>;

/// A public section.
pub type Section = catalog_documents::Section<'static>;

/// An address in its parts; all empty when there is none.
pub type UrlGroup = catalog_documents::UrlGroup<'static>;

/// A page of a section's products.
#[derive(Debug, Clone, Deserialize)]
pub struct ProductPage {
    /// The products.
    pub items: Vec<Product>,
    /// About the page.
    pub meta: ProductPageMeta,
    /// What there is to choose, if it was asked for.
    pub facets: Option<Facets>,
    /// The revision of the catalog that the page shows. Pages of one revision fit together.
    #[serde(skip)]
    pub revision: u64,
}

/// A page of the products that a text finds.
#[derive(Debug, Clone, Deserialize)]
pub struct SearchPage {
    /// The products.
    pub items: Vec<Product>,
    /// About the page.
    pub meta: SearchPageMeta,
    /// What there is to choose, if it was asked for.
    pub facets: Option<Facets>,
    /// The revision of the catalog that the page shows. Pages of one revision fit together.
    #[serde(skip)]
    pub revision: u64,
}
