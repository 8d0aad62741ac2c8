//! Pages of product lists. Which products a filtered list has is computed once, and cached for its other pages.

use crate::cache::conditional::EntityTag;
use crate::cache::view_key::ViewKey;
use crate::runtime::background::BackgroundError;
use crate::runtime::work::{Effort, Requester};
use crate::services::Services;
use catalog_domain::catalog::{Catalog, OrdinalPage, ProductQuery};
use catalog_domain::pricing::Viewer;
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
    if !query.is_filtered() {
        let selection = catalog.select_products(&query, viewer);
        return Ok(selection.map(|selection| catalog.page_of_selection(&selection, &query)));
    }
    let list = EntityTag::of_response(view, query.list());
    if let Some(selection) = services.cache.selection(list) {
        return Ok(Some(catalog.page_of_selection(&selection, &query)));
    }
    let select = {
        let (catalog, query, viewer) = (Arc::clone(catalog), ProductQuery::clone(&query), viewer.clone());
        move || Some(Arc::new(catalog.select_products(&query, &viewer)?.into_cacheable()))
    };
    let Some(selection) = services.work_for(requester).run(Effort::Long, select).await? else {
        return Ok(None);
    };
    services.cache.cache_selection(list, Arc::clone(&selection));
    Ok(Some(catalog.page_of_selection(&selection, &query)))
}
