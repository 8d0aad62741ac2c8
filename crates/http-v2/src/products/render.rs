//! Renders products as JSON: from the catalog, or, with parts from the store, from the cache, else read and cached.

use crate::api_error::ApiError;
use crate::bodies::{ProductBody, ProductView};
use crate::extract::Authenticated;
use crate::params::{Parameters, ProductParts};
use crate::response::ResponseContext;
use actix_web::web::{Bytes, Data};
use catalog_domain::catalog::{Catalog, PublicProduct};
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::pricing::Viewer;
use catalog_domain::products::prefetch;
use http_common::Services;
use http_common::cache::{ProductCacheKey, ResponseCache};
use http_common::catalog::{DetailedCatalog, ProductListWriter, read_details};
use http_common::json::JsonWriter;
use http_common::runtime::Effort;
use std::sync::Arc;

/// The selected products of a response, and the data beside them.
pub(crate) struct Selection<'a, T> {
    /// In the order of the response.
    pub(crate) products: Vec<PublicProduct<'a>>,
    /// The other data of the response.
    pub(crate) about: T,
}

/// Rendered products.
pub(crate) struct RenderedProducts<T> {
    /// The context of their catalog: a later one than at the start when the catalog has moved on since.
    pub(crate) context: ResponseContext,
    /// The products.
    pub(crate) products: ProductListWriter,
    /// The other data of the response, from the same catalog.
    pub(crate) about: T,
}

/// Renders the products that `choose` selects from a catalog with `parts`, after `head` in the data. Reads the store
/// only for parts that are stored there, and only for products that are not cached.
///
/// # Errors
/// Those of `choose`, and when parts cannot be read, or the queue is full.
pub(crate) async fn render_products<P: Parameters, T: Send + 'static>(
    request: &Authenticated<P>,
    services: &Data<Services>,
    context: ResponseContext,
    (parts, head, effort): (ProductParts, &'static str, Effort),
    choose: impl for<'c> Fn(&'c Catalog) -> Result<Selection<'c, T>, ApiError> + Send + Sync + 'static,
) -> Result<RenderedProducts<T>, ApiError> {
    let work = services.work_for(request.caller.requester());
    let writer = Arc::new(ProductWriter { viewer: request.caller.viewer.clone(), parts, head });
    let choose = Arc::new(choose);
    let first = {
        let (writer, choose, services) = (Arc::clone(&writer), Arc::clone(&choose), services.clone());
        move || writer.write_cached(&services.cache, context, &*choose)
    };
    let (context, cached) = match work.run(effort, first).await?? {
        CacheLookup::All(shown) => return Ok(shown),
        CacheLookup::Some(context, cached) => (context, cached),
    };
    let is_begun = |catalog: &Catalog| std::ptr::eq(catalog, &*context.catalog);
    let stock_numbers = |catalog: &Catalog| {
        let chosen = choose(catalog)?.products.into_iter().enumerate();
        let missing = chosen.filter(|(at, _)| !is_begun(catalog) || cached.get(*at).is_none_or(Option::is_none));
        Ok(missing.map(|(_, chosen)| chosen.product.stock_number().into()).collect())
    };
    let DetailedCatalog { catalog, details } = read_details(services, parts.stored, stock_numbers).await?;
    let (context, cached) =
        if is_begun(&catalog) { (context, cached) } else { (request.response_context(services, catalog), Vec::new()) };
    let services = services.clone();
    let rest = move || writer.write_with_details(&services.cache, context, (&cached, &details), &*choose);
    work.run(effort, rest).await?
}

/// What could be rendered without the store.
enum CacheLookup<T> {
    /// Everything.
    All(RenderedProducts<T>),
    /// Some of the products, by position.
    Some(ResponseContext, Vec<Option<Bytes>>),
}

/// How many products are prefetched at a time: few enough to stay in the processor's caches until they are written.
const PREFETCHED: usize = 32;

/// Writes products as JSON for one request.
struct ProductWriter {
    viewer: Viewer,
    parts: ProductParts,
    head: &'static str,
}

impl ProductWriter {
    /// Writes the products if they have no stored parts, or all of them are cached.
    fn write_cached<T>(
        &self,
        cached: &ResponseCache,
        context: ResponseContext,
        choose: impl for<'c> Fn(&'c Catalog) -> Result<Selection<'c, T>, ApiError>,
    ) -> Result<CacheLookup<T>, ApiError> {
        let Selection { products, about } = choose(&context.catalog)?;
        if self.parts.stored == PartSelection::NONE {
            let products = self.write_from_memory(&context, &products)?;
            return Ok(CacheLookup::All(RenderedProducts { products, about, context }));
        }
        let cache_key = self.cache_key(&context);
        let found: Vec<_> = products.iter().map(|product| cached.product(cache_key, product.ordinal)).collect();
        drop(products);
        if !found.iter().all(Option::is_some) {
            return Ok(CacheLookup::Some(context, found));
        }
        let mut products = ProductListWriter::new(self.head, found.len());
        found.iter().flatten().for_each(|json| products.add_written(json));
        Ok(CacheLookup::All(RenderedProducts { products, about, context }))
    }

    /// The products without stored parts. They are written each time: that takes a fraction of a microsecond, in a
    /// catalog of any size and for any number of price levels, where only some could be cached.
    fn write_from_memory(
        &self,
        context: &ResponseContext,
        products: &[PublicProduct<'_>],
    ) -> Result<ProductListWriter, ApiError> {
        let mut shown = ProductListWriter::new(self.head, products.len());
        for some in products.chunks(PREFETCHED) {
            prefetch(some.iter().map(|public| public.product));
            for product in some {
                shown.add(|json| self.write(json, context, *product, None))?;
            }
        }
        Ok(shown)
    }

    /// Writes the products: cached ones as they are, the others with the next of `details`, which are then cached.
    fn write_with_details<T>(
        &self,
        cached: &ResponseCache,
        context: ResponseContext,
        (found, details): (&[Option<Bytes>], &[ProductDetail]),
        choose: impl for<'c> Fn(&'c Catalog) -> Result<Selection<'c, T>, ApiError>,
    ) -> Result<RenderedProducts<T>, ApiError> {
        let Selection { products, about } = choose(&context.catalog)?;
        let cache_key = self.cache_key(&context);
        let (mut shown, mut details) = (ProductListWriter::new(self.head, products.len()), details.iter());
        for (at, product) in products.into_iter().enumerate() {
            if let Some(Some(json)) = found.get(at) {
                shown.add_written(json);
            } else {
                let json = shown.add(|json| self.write(json, &context, product, details.next()))?;
                cached.cache_product(cache_key, product.ordinal, json);
            }
        }
        Ok(RenderedProducts { products: shown, about, context })
    }

    /// The cache key of the products.
    fn cache_key(&self, context: &ResponseContext) -> ProductCacheKey {
        ProductCacheKey { view: context.view, parts: self.parts.number() }
    }

    fn write(
        &self,
        json: &mut JsonWriter,
        context: &ResponseContext,
        product: PublicProduct<'_>,
        detail: Option<&ProductDetail>,
    ) -> Result<(), ApiError> {
        let view = ProductView { catalog: &context.catalog, viewer: &self.viewer, parts: self.parts };
        ProductBody::new(view, product, detail).write(json).map_err(ApiError::internal)
    }
}
