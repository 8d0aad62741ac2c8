//! The items of a list, taken from what is kept, else made and kept: an item is the same for everybody who sees the same
//! prices.

use super::{ProductChoice, ProductShape, read_products, shown};
use crate::old_error::OldError;
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::PartSelection;
use catalog_domain::viewer::Viewer;
use http_common::{CatalogView, Interface, JsonText, ProductForm, Services, ShownProducts};
use std::sync::Arc;

/// The items of a list, and the catalog that they are from.
pub(super) type ListedItems<'s> = (ShownProducts<'s>, Arc<Catalog>);

/// Finds the items of one request.
pub(super) struct ItemFinder<'s, 'r, S> {
    pub(super) services: &'s Services,
    pub(super) viewer: &'r Viewer,
    pub(super) shape: S,
}

impl<'s, S: ProductShape> ItemFinder<'s, '_, S> {
    /// The products of `choice`; `None` when v1 shows none of them. A store is asked only for parts that it has, and only
    /// when they are not kept for every product.
    pub(super) async fn find(&self, choice: &ProductChoice) -> Result<Option<ListedItems<'s>>, OldError> {
        let is_in_memory = self.shape.wanted() == PartSelection::NONE;
        if !is_in_memory {
            let catalog = self.services.catalog.current();
            if let Some(kept) = self.find_kept(&catalog, choice) {
                return Ok(Some((kept, catalog)));
            }
        }
        let Some(found) = read_products(self.services, choice, self.shape.wanted()).await? else { return Ok(None) };
        let mut items = self.begin(&found.catalog, choice.len());
        for product in shown(&found, choice, self.viewer) {
            let write = |json: &mut JsonText| self.shape.write(product, json).map_err(OldError::internal);
            if is_in_memory {
                items.add_unkept(write)?;
            } else {
                items.add(product.ordinal, write)?;
            }
        }
        Ok((!items.is_empty()).then_some((items, found.catalog)))
    }

    /// The products, if there are any and all of them are kept.
    fn find_kept(&self, catalog: &Catalog, choice: &ProductChoice) -> Option<ShownProducts<'s>> {
        let mut items = self.begin(catalog, choice.len());
        let products = choice.find(catalog.legacy());
        let are_kept = !products.is_empty() && products.iter().all(|found| items.add_kept(found.ordinal));
        are_kept.then_some(items)
    }

    fn begin(&self, catalog: &Catalog, count: usize) -> ShownProducts<'s> {
        let (view, shape) = (CatalogView::of(catalog, self.viewer), self.shape.number());
        self.services.kept.products(ProductForm { view, interface: Interface::V1, shape }, "[", count)
    }
}
