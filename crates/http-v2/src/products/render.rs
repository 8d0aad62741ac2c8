//! Products as JSON: rendered from the catalog, or, with parts from the store, cached or read and cached.

use crate::api_error::ApiError;
use crate::bodies::{ProductView, ProductWriter};
use crate::params::ProductParts;
use actix_web::web::Bytes;
use catalog_domain::ports::PartSelection;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::cache::{CachePolicy, ProductCacheKey};
use http_common::json::{JsonWriter, ProductListWriter};
use http_common::pipeline::{FoundProducts, ProductList, ResponseContext, SelectedProducts};

pub(crate) struct PublicProducts<T> {
    parts: ProductParts,
    /// By their ordinals in the catalog, in the order of the response.
    ordinals: Vec<u32>,
    /// The cached ones, by position; empty when no stored part is wanted.
    cached: Vec<Option<Bytes>>,
    pub(crate) about: T,
    /// How many products the whole list has, if this is a page of one.
    total: Option<u64>,
}

/// What is known of up to `count` products with these parts. With stored parts they are cached one by one.
pub(crate) fn product_list(count: usize, parts: ProductParts) -> ProductList {
    let is_cached = parts.stored == PartSelection::NONE && count != 1;
    let policy = if is_cached { CachePolicy::StorePopular } else { CachePolicy::Bypass };
    ProductList { count, stored: parts.stored, policy }
}

impl<T> PublicProducts<T> {
    /// The products with these `ordinals` in the catalog of `context`.
    pub(crate) fn new(
        state: &HttpState,
        context: &ResponseContext,
        parts: ProductParts,
        ordinals: Vec<u32>,
        about: T,
    ) -> Self {
        let mut cached = Vec::new();
        if parts.stored != PartSelection::NONE {
            let key = cache_key(context, parts);
            cached.extend(ordinals.iter().map(|ordinal| state.cache.product(key, *ordinal)));
        }
        Self { parts, ordinals, cached, about, total: None }
    }

    pub(crate) fn of_page(self, total: u64) -> Self {
        Self { total: Some(total), ..self }
    }
}

impl<T: Send + 'static> SelectedProducts for PublicProducts<T> {
    fn name_bytes(&self, catalog: &Catalog) -> impl Iterator<Item = usize> {
        let products = catalog.products_at(&self.ordinals);
        products.map(|public| public.product.name().len() + public.product.full_name().len() + public.vendor.name.len())
    }

    fn unread(&self, catalog: &Catalog) -> Vec<Box<str>> {
        let missing = self.ordinals.iter().zip(&self.cached).filter(|(_, json)| json.is_none());
        missing.map(|(ordinal, _)| catalog.product_at(*ordinal).product.stock_number().into()).collect()
    }

    fn total(&self) -> Option<u64> {
        self.total
    }
}

fn cache_key(context: &ResponseContext, parts: ProductParts) -> ProductCacheKey {
    ProductCacheKey { view: context.view, parts: parts.number() }
}

/// Writes the products after `head`. Without stored parts that takes a fraction of a microsecond each, in a catalog of
/// any size and for any number of price levels, where only some could be cached. With them, cached products are copied,
/// and the others are written with the next of the details, and cached.
pub(crate) fn render<T>(
    head: &'static str,
    state: &HttpState,
    found: &FoundProducts<PublicProducts<T>>,
) -> Result<ProductListWriter, ApiError> {
    let FoundProducts { context, selection: PublicProducts { parts, ordinals, cached, .. }, details } = found;
    let mut list = ProductListWriter::new(head, ordinals.len());
    let writer =
        ProductWriter::new(ProductView { catalog: &context.catalog, viewer: &context.caller.viewer, parts: *parts });
    let write =
        |json: &mut JsonWriter, product, detail| writer.write(json, product, detail).map_err(ApiError::internal);
    if cached.is_empty() {
        for product in context.catalog.products_at(ordinals) {
            list.add(|json| write(json, product, None))?;
        }
        return Ok(list);
    }
    let (key, mut details) = (cache_key(context, *parts), details.iter());
    for (ordinal, cached) in ordinals.iter().zip(cached) {
        if let Some(json) = cached {
            list.add_written(json);
        } else {
            let product = context.catalog.product_at(*ordinal);
            let json = list.add(|json| write(json, product, details.next()))?;
            state.cache.cache_product(key, *ordinal, json);
        }
    }
    Ok(list)
}
