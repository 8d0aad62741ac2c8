//! Responds with products as JSON: rendered from the catalog, or, with parts from the store, cached or read and cached.

use crate::api_error::ApiError;
use crate::bodies::{ProductView, ProductWriter};
use crate::extract::Authenticated;
use crate::params::{Parameters, ProductParts};
use crate::response::ResponseContext;
use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};
use catalog_app::App;
use catalog_app::callers::Caller;
use catalog_app::runtime::Effort;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::pricing::Viewer;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::cache::{CachePolicy, PlainBody, ProductCacheKey};
use http_common::json::{JsonWriter, ProductListWriter};
use std::sync::Arc;

pub(crate) trait ProductRequest: Parameters {
    type About: Send + 'static;

    fn list(&self) -> ProductList;

    /// Selects the products of `catalog`: once for each catalog.
    async fn select(
        &self,
        app: &App,
        caller: &Caller,
        catalog: &Arc<Catalog>,
    ) -> Result<Selection<Self::About>, ApiError>;

    /// Appends the rest of the body to `products` of `catalog`.
    fn finish(
        &self,
        app: &App,
        catalog: &Catalog,
        products: ProductListWriter,
        about: Self::About,
    ) -> Result<Vec<u8>, ApiError>;
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct ProductList {
    pub(crate) parts: ProductParts,
    pub(crate) head: &'static str,
    /// The most products that there can be.
    pub(crate) count: usize,
}

impl ProductList {
    /// Whether the body is cached. Products with stored parts are cached one by one.
    fn cache_policy(&self) -> CachePolicy {
        if self.has_stored_parts() || self.count == 1 { CachePolicy::Bypass } else { CachePolicy::StorePopular }
    }

    fn has_stored_parts(&self) -> bool {
        self.parts.stored != PartSelection::NONE
    }
}

/// The products of a response, and the other data that was selected with them.
pub(crate) struct Selection<T> {
    /// The products by their ordinals in the catalog, in the order of the response.
    pub(crate) ordinals: Vec<u32>,
    pub(crate) about: T,
    /// How many products the whole list has, if this is a page of one.
    pub(crate) total: Option<u64>,
}

pub(crate) struct ProductsResponse {
    pub(crate) response: HttpResponse,
    /// How many products the whole list has; `None` for what is no page, and without a body.
    pub(crate) total: Option<u64>,
}

/// A selection with what was found of its stored parts.
struct DetailedSelection<T> {
    context: ResponseContext,
    selection: Selection<T>,
    /// The cached products, by position; empty when no stored part is wanted.
    cached: Vec<Option<Bytes>>,
    /// The stored parts of those that are not cached, in order.
    details: Vec<ProductDetail>,
}

impl<P: ProductRequest> Authenticated<P> {
    /// Responds from the current catalog, or a later one, with the products that the request selects. Reads the store
    /// only for parts that are stored there, and only for products that are not cached.
    ///
    /// # Errors
    /// Those of the request, and when parts cannot be read, or a queue is full.
    pub(crate) async fn respond_products(&self, state: &Data<HttpState>) -> Result<ProductsResponse, ApiError> {
        let context = self.response_context(state, state.app.catalog.current());
        if let Some(known) = self.find_known(state, &context) {
            return Ok(ProductsResponse { total: known.total, response: known.response });
        }
        let list = self.parameters.list();
        let effort = Effort::of_products(list.count, list.has_stored_parts());
        let work = state.app.work.of(self.caller.requester());
        let (begun, found) = if list.has_stored_parts() {
            // Reading them is what the turn and the room are for.
            let begun = work.begin(effort, Effort::bytes_of_products(list.count, true)).await?;
            (begun, self.find_products(state, context, list).await?)
        } else {
            let found = self.find_products(state, context, list).await?;
            let names = bytes_of_names(&found.context.catalog, &found.selection.ordinals);
            (work.begin(effort, Effort::bytes_of_named(names, false)).await?, found)
        };
        let renderer = Renderer { viewer: self.caller.viewer.clone(), list, state: state.clone() };
        let write = move || Ok::<_, ApiError>((renderer.render(&found)?, found));
        let (products, DetailedSelection { context, selection, .. }) = work.run(effort, write).await??;
        let body = self.parameters.finish(&state.app, &context.catalog, products, selection.about)?;
        let body = PlainBody { body: begun.hold(body), policy: list.cache_policy(), total: selection.total };
        let body = self.encode(state, context.body_key, body).await?;
        Ok(ProductsResponse { total: selection.total, response: self.respond_built(&context, body) })
    }

    /// Selects products, and reads their stored parts where the products are not cached, all of one catalog: that of
    /// `context`, or, with stored parts, a later one.
    async fn find_products(
        &self,
        state: &HttpState,
        context: ResponseContext,
        list: ProductList,
    ) -> Result<DetailedSelection<P::About>, ApiError> {
        if !list.has_stored_parts() {
            let selection = self.parameters.select(&state.app, &self.caller, &context.catalog).await?;
            return Ok(DetailedSelection { context, selection, cached: Vec::new(), details: Vec::new() });
        }
        let mut first = Some(context);
        let find = async |catalog: &Arc<Catalog>| {
            let context = first.take().filter(|context| Arc::ptr_eq(&context.catalog, catalog));
            let context = context.unwrap_or_else(|| self.response_context(state, Arc::clone(catalog)));
            let selection = self.parameters.select(&state.app, &self.caller, catalog).await?;
            let (key, ordinals) = (cache_key(&context, list.parts), &selection.ordinals);
            let cached: Vec<_> = ordinals.iter().map(|ordinal| state.cache.product(key, *ordinal)).collect();
            let missing = ordinals.iter().zip(&cached).filter(|(_, json)| json.is_none());
            let stock_number = |ordinal: u32| catalog.product_at(ordinal).product.stock_number().into();
            let stock_numbers = missing.map(|(ordinal, _)| stock_number(*ordinal)).collect();
            Ok::<_, ApiError>(((context, selection, cached), stock_numbers))
        };
        let found = state.app.catalog.read_details(list.parts.stored, find).await?;
        let (context, selection, cached) = found.selected;
        Ok(DetailedSelection { context, selection, cached, details: found.details })
    }
}

/// The bytes of the names of each of the products.
fn bytes_of_names(catalog: &Catalog, ordinals: &[u32]) -> impl Iterator<Item = usize> {
    let products = catalog.products_at(ordinals);
    products.map(|public| public.product.name().len() + public.product.full_name().len() + public.vendor.name.len())
}

fn cache_key(context: &ResponseContext, parts: ProductParts) -> ProductCacheKey {
    ProductCacheKey { view: context.view, parts: parts.number() }
}

/// Renders products as JSON for one request.
struct Renderer {
    viewer: Viewer,
    list: ProductList,
    state: Data<HttpState>,
}

impl Renderer {
    /// Writes the products. Without stored parts that takes a fraction of a microsecond each, in a catalog of any size
    /// and for any number of price levels, where only some could be cached. With them, cached products are copied, and
    /// the others are written with the next of the details, and cached.
    fn render<T>(&self, found: &DetailedSelection<T>) -> Result<ProductListWriter, ApiError> {
        let DetailedSelection { context, selection: Selection { ordinals, .. }, cached, details } = found;
        let mut list = ProductListWriter::new(self.list.head, ordinals.len());
        let view = ProductView { catalog: &context.catalog, viewer: &self.viewer, parts: self.list.parts };
        let writer = ProductWriter::new(view);
        let write =
            |json: &mut JsonWriter, product, detail| writer.write(json, product, detail).map_err(ApiError::internal);
        if cached.is_empty() {
            for product in context.catalog.products_at(ordinals) {
                list.add(|json| write(json, product, None))?;
            }
            return Ok(list);
        }
        let (key, mut details) = (cache_key(context, self.list.parts), details.iter());
        for (ordinal, cached) in ordinals.iter().zip(cached) {
            if let Some(json) = cached {
                list.add_written(json);
            } else {
                let product = context.catalog.product_at(*ordinal);
                let json = list.add(|json| write(json, product, details.next()))?;
                self.state.cache.cache_product(key, *ordinal, json);
            }
        }
        Ok(list)
    }
}
