//! Pages of product lists. Which products a filtered list has is computed once, and cached for its other pages.

use crate::cache::conditional::EntityTag;
use crate::cache::view_key::ViewKey;
use crate::runtime::background::BackgroundError;
use crate::runtime::work::{Effort, Requester};
use crate::services::Services;
use catalog_domain::catalog::{Catalog, OrdinalPage, ProductQuery, ProductSelection};
use catalog_domain::pricing::Viewer;
use std::sync::Arc;

/// The page that `query` asks for of `catalog`, as the viewer sees it under the view; `None` when the section is not
/// public.
///
/// # Errors
/// When the queue for the work of selecting is full.
pub async fn find_page(
    services: &Services,
    caller: (Requester, &Viewer),
    catalog: (&Arc<Catalog>, ViewKey),
    query: &ProductQuery,
) -> Result<Option<OrdinalPage>, BackgroundError> {
    let page = |selection: &ProductSelection<'_>, query: &ProductQuery| {
        catalog.0.page_of_selection(selection, query, caller.1)
    };
    find(services, caller, catalog, query, page).await
}

/// How many products the whole list has; as [`find_page`] otherwise.
///
/// # Errors
/// Those of [`find_page`].
pub async fn find_total(
    services: &Services,
    caller: (Requester, &Viewer),
    catalog: (&Arc<Catalog>, ViewKey),
    query: &ProductQuery,
) -> Result<Option<u64>, BackgroundError> {
    find(services, caller, catalog, query, |selection, _| selection.total()).await
}

/// What `read` finds in the selection of the list, and the query without what selects nothing.
async fn find<T>(
    services: &Services,
    (requester, viewer): (Requester, &Viewer),
    (catalog, view): (&Arc<Catalog>, ViewKey),
    query: &ProductQuery,
    read: impl Fn(&ProductSelection<'_>, &ProductQuery) -> T,
) -> Result<Option<T>, BackgroundError> {
    let query = catalog.known_query(query);
    if !query.is_filtered() {
        return Ok(catalog.select_products(&query, viewer).map(|selection| read(&selection, &query)));
    }
    let list = EntityTag::of_response(view, query.list());
    if let Some(selection) = services.cache.selection(list) {
        return Ok(Some(read(&selection, &query)));
    }
    let effort = if catalog.selects_quickly(&query) { Effort::Short } else { Effort::Long };
    let select = {
        let (catalog, query, viewer) = (Arc::clone(catalog), ProductQuery::clone(&query), viewer.clone());
        move || Some(Arc::new(catalog.select_products(&query, &viewer)?.into_cacheable(&query)))
    };
    let Some(selection) = services.work_for(requester).run(effort, select).await? else {
        return Ok(None);
    };
    services.cache.cache_selection(list, Arc::clone(&selection));
    Ok(Some(read(&selection, &query)))
}
