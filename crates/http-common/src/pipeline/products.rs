//! Responses with products, whose parts may be in the store.

use super::authenticated::Authenticated;
use super::interface::Interface;
use super::response::{ListResponse, ResponseContext};
use crate::cache::{CachePolicy, PlainBody};
use crate::params::Parameters;
use crate::state::HttpState;
use catalog_app::runtime::Effort;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_index::Catalog;
use std::sync::Arc;

/// A request whose response has products.
pub trait ProductRequest<I: Interface>: Parameters + Send + Sync + 'static {
    /// Its products of one catalog.
    type Selection: SelectedProducts;

    /// What is known before they are selected.
    fn list(&self) -> ProductList;

    /// Selects the products of the catalog of `context`: once for each catalog.
    fn select(
        &self,
        state: &HttpState,
        context: &ResponseContext,
    ) -> impl Future<Output = Result<Self::Selection, I::Error>>;

    /// The body with the products as the caller sees them. Runs on any thread.
    fn write(&self, state: &HttpState, found: &FoundProducts<Self::Selection>) -> Result<Vec<u8>, I::Error>;
}

/// What is known of the products of a response before they are selected.
#[derive(Debug, Clone, Copy)]
pub struct ProductList {
    /// The most products that there can be.
    pub count: usize,
    /// Their parts from the store.
    pub stored: PartSelection,
    /// Whether the body is cached.
    pub policy: CachePolicy,
}

/// Products that were selected from a catalog, in the order of the response.
pub trait SelectedProducts: Send + 'static {
    /// The bytes of the names of each.
    fn name_bytes(&self, catalog: &Catalog) -> impl Iterator<Item = usize>;

    /// The stock numbers of those whose stored parts have to be read.
    fn unread(&self, catalog: &Catalog) -> Vec<Box<str>>;

    /// How many products the whole list has, if this is a page of one.
    fn total(&self) -> Option<u64> {
        None
    }
}

/// Selected products with their stored parts, all of one catalog.
#[derive(Debug)]
pub struct FoundProducts<S> {
    /// The catalog, and the caller.
    pub context: ResponseContext,
    /// The products.
    pub selection: S,
    /// The stored parts of those that had to be read, in order.
    pub details: Vec<ProductDetail>,
}

impl<I: Interface, P: ProductRequest<I>> Authenticated<I, P> {
    /// Responds from the current catalog, or a later one, with the products that the request selects. Reads the store
    /// only for parts that are stored there.
    ///
    /// # Errors
    /// Those of the request, and when parts cannot be read, or a queue is full.
    pub async fn respond_products(&self) -> Result<ListResponse, I::Error> {
        let state = &self.state;
        let context = self.context(state.app.catalog.current());
        if let Some(known) = self.find_known(&context) {
            return Ok(known);
        }
        let list = self.parameters.list();
        let has_stored_parts = list.stored != PartSelection::NONE;
        let effort = Effort::of_products(list.count, has_stored_parts);
        let work = state.app.work.of(self.caller.requester());
        let (permit, found) = if has_stored_parts {
            // Reading them is what the permit and the reservation are for.
            let permit = work.acquire(effort, Effort::bytes_of_products(list.count, true)).await?;
            (permit, self.find_detailed(context, list.stored).await?)
        } else {
            let selection = self.parameters.select(state, &context).await?;
            let bytes = Effort::bytes_of_named(selection.name_bytes(&context.catalog), false);
            (work.acquire(effort, bytes).await?, FoundProducts { context, selection, details: Vec::new() })
        };
        let (parameters, shared) = (Arc::clone(&self.parameters), state.clone());
        let write = move || Ok::<_, I::Error>((parameters.write(&shared, &found)?, found));
        let (body, FoundProducts { context, selection, .. }) = work.run(effort, write).await??;
        let total = selection.total();
        let body = PlainBody { body: permit.track(body), policy: list.policy, total };
        let body = self.encode(context.body_key, body).await?;
        Ok(ListResponse { total, response: self.respond_built(&context, body) })
    }

    /// Selects products and reads their stored parts, all of one catalog: that of `context`, or a later one.
    async fn find_detailed(
        &self,
        context: ResponseContext,
        stored: PartSelection,
    ) -> Result<FoundProducts<P::Selection>, I::Error> {
        let mut first = Some(context);
        let find = async |catalog: &Arc<Catalog>| {
            let context = first.take().filter(|context| Arc::ptr_eq(&context.catalog, catalog));
            let context = context.unwrap_or_else(|| self.context(Arc::clone(catalog)));
            let selection = self.parameters.select(&self.state, &context).await?;
            let unread = selection.unread(catalog);
            Ok::<_, I::Error>(((context, selection), unread))
        };
        let found = self.state.app.catalog.read_details(stored, find).await?;
        let (context, selection) = found.selected;
        Ok(FoundProducts { context, selection, details: found.details })
    }
}
