//! Pages of product lists. Which products a filtered list has is computed once, and cached for its other pages.

use crate::cache::conditional::EntityTag;
use crate::cache::view_key::ViewKey;
use crate::services::Services;
use catalog_app::runtime::{BackgroundError, Effort, Requester};
use catalog_domain::catalog::ProductQuery;
use catalog_domain::pricing::Viewer;
use catalog_index::{Catalog, OrdinalPage, ProductSelection};
use std::sync::Arc;

/// The page that `query` asks for of `catalog`, as `viewer` sees it under `view`; `None` when the section is not
/// public.
///
/// # Errors
/// When the queue for the work of selecting is full.
pub async fn find_page(
    services: &Services,
    (requester, viewer): (Requester, &Viewer),
    (catalog, view): (&Arc<Catalog>, ViewKey),
    query: &ProductQuery,
) -> Result<Option<OrdinalPage>, BackgroundError> {
    let query = catalog.known_query(query);
    let page = |selection: &ProductSelection<'_>| catalog.page_of_selection(selection, &query, viewer);
    find(services, (requester, viewer), (catalog, view), &query, page).await
}

/// How many products the whole list has; as [`find_page`] otherwise.
///
/// # Errors
/// Those of [`find_page`].
pub async fn find_total(
    services: &Services,
    caller: (Requester, &Viewer),
    (catalog, view): (&Arc<Catalog>, ViewKey),
    query: &ProductQuery,
) -> Result<Option<u64>, BackgroundError> {
    let total = |selection: &ProductSelection<'_>| selection.total();
    find(services, caller, (catalog, view), &catalog.known_query(query), total).await
}

/// What `read` finds in the selection of a list, which is cached if it is filtered.
async fn find<T>(
    services: &Services,
    (requester, viewer): (Requester, &Viewer),
    (catalog, view): (&Arc<Catalog>, ViewKey),
    query: &ProductQuery,
    read: impl Fn(&ProductSelection<'_>) -> T,
) -> Result<Option<T>, BackgroundError> {
    if !query.is_filtered() {
        return Ok(catalog.select_products(query, viewer).as_ref().map(read));
    }
    let list = EntityTag::of_response(view, query.list());
    if let Some(selection) = services.cache.selection(list) {
        return Ok(Some(read(&selection)));
    }
    let effort = if catalog.selects_quickly(query) { Effort::Short } else { Effort::Long };
    let select = {
        let (catalog, query, viewer) = (Arc::clone(catalog), query.clone(), viewer.clone());
        move || Some(Arc::new(catalog.select_products(&query, &viewer)?.into_cacheable(&query, catalog.layout())))
    };
    let Some(selection) = services.work_for(requester).run(effort, select).await? else {
        return Ok(None);
    };
    services.cache.cache_selection(list, Arc::clone(&selection));
    Ok(Some(read(&selection)))
}
