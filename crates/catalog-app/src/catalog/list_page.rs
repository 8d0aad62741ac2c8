//! Pages of product lists. Which products a filtered list has is computed once, and cached for its other pages.

use super::{CatalogReads, ViewKey};
use crate::callers::Caller;
use crate::runtime::{BackgroundError, Effort};
use catalog_domain::catalog::{Facets, PageRequest, ProductQuery};
use catalog_domain::search::Suggestion;
use catalog_domain::values::{Fingerprint, SectionId};
use catalog_index::{Catalog, OrdinalPage, ProductSelection};
use std::sync::Arc;

/// Holds the products of filtered lists for as long as there is space.
pub trait SelectionCache: Send + Sync {
    /// The products of the list with that fingerprint, if they are held.
    fn find(&self, list: Fingerprint) -> Option<Arc<ProductSelection<'static>>>;

    /// Holds the products of the list with that fingerprint.
    fn hold(&self, list: Fingerprint, selection: Arc<ProductSelection<'static>>);
}

impl CatalogReads {
    /// The page that `query` asks for of `catalog`, as `caller` sees it; `None` when the section is not public.
    ///
    /// # Errors
    /// When the queue for the work of selecting is full.
    pub async fn list(
        &self,
        caller: &Caller,
        catalog: &Arc<Catalog>,
        query: &ProductQuery,
    ) -> Result<Option<OrdinalPage>, BackgroundError> {
        let (query, viewer) = (catalog.known_query(query), &caller.viewer);
        let page = |selection: &ProductSelection<'_>| catalog.page_of_selection(selection, &query, viewer);
        if !query.is_filtered() {
            return Ok(catalog.select_products(&query, viewer).as_ref().map(page));
        }
        let list = ViewKey::of(catalog, viewer).fingerprint_of(query.list());
        if let Some(selection) = self.0.selections.find(list) {
            return Ok(Some(page(&selection)));
        }
        let effort = if catalog.selects_quickly(&query) { Effort::Short } else { Effort::Long };
        let select = {
            let (catalog, query, viewer) = (Arc::clone(catalog), ProductQuery::clone(&query), viewer.clone());
            move || Some(Arc::new(catalog.select_products(&query, &viewer)?.into_cacheable(&query, catalog.layout())))
        };
        let Some(selection) = self.0.work.of(caller.requester()).run(effort, select).await? else {
            return Ok(None);
        };
        self.0.selections.hold(list, Arc::clone(&selection));
        Ok(Some(page(&selection)))
    }

    /// The ordinals of all products of the list that `query` asks for a page of.
    ///
    /// # Errors
    /// When the queue for the work of selecting is full.
    pub async fn list_whole(
        &self,
        caller: &Caller,
        catalog: &Arc<Catalog>,
        query: &ProductQuery,
    ) -> Result<Option<Vec<u32>>, BackgroundError> {
        let page = PageRequest { page: 1, size: u32::MAX };
        let query = ProductQuery { page, ..catalog.known_query(query).into_owned() };
        let (viewer, catalog) = (caller.viewer.clone(), Arc::clone(catalog));
        let select = move || {
            let selection = catalog.select_products(&query, &viewer)?;
            Some(catalog.page_of_selection(&selection, &query, &viewer).ordinals)
        };
        self.0.work.of(caller.requester()).run(Effort::Long, select).await
    }

    /// A page with the facets of the list. They are made for every page that is asked for with them.
    ///
    /// # Errors
    /// When the queue for the work of selecting is full.
    pub async fn list_with_facets(
        &self,
        caller: &Caller,
        catalog: &Arc<Catalog>,
        query: &ProductQuery,
    ) -> Result<Option<(OrdinalPage, Facets)>, BackgroundError> {
        let (query, viewer) = (catalog.known_query(query).into_owned(), caller.viewer.clone());
        let catalog = Arc::clone(catalog);
        let select = move || catalog.page_with_facets(&query, &viewer);
        self.0.work.of(caller.requester()).run(Effort::Long, select).await
    }

    /// What to search for instead of the text of `query`, which finds nothing.
    ///
    /// # Errors
    /// When the queue for the work of selecting is full.
    pub async fn suggestion(
        &self,
        caller: &Caller,
        catalog: &Arc<Catalog>,
        query: &ProductQuery,
    ) -> Result<Option<Suggestion>, BackgroundError> {
        let (query, viewer) = (catalog.known_query(query).into_owned(), caller.viewer.clone());
        let catalog = Arc::clone(catalog);
        self.0.work.of(caller.requester()).run(Effort::Long, move || catalog.suggestion(&query, &viewer)).await
    }

    /// The sections whose name has what `query` searches for, with the number of their products.
    ///
    /// # Errors
    /// When the queue for the work of selecting is full.
    pub async fn matching_sections(
        &self,
        caller: &Caller,
        catalog: &Arc<Catalog>,
        query: &ProductQuery,
    ) -> Result<Vec<(SectionId, u64)>, BackgroundError> {
        let Some(text) = query.text.clone() else { return Ok(Vec::new()) };
        let (catalog, section) = (Arc::clone(catalog), query.section);
        self.0.work.of(caller.requester()).run(Effort::Short, move || catalog.matching_sections(&text, section)).await
    }
}
