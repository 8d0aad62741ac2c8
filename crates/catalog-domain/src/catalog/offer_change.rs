//! The shortest path from one catalog to the next: most imports change prices and stock and nothing else. Then all
//! products keep their positions, and only the columns and bitmaps of their offers are rebuilt.

use super::Catalog;
use super::build::CatalogParts;
use super::product_index::{IndexedProducts, ProductIndexes};
use crate::product::Product;
use std::sync::Arc;

impl Catalog {
    /// The parts of the catalog in which `changed` replace products that differ from them in their offers only; `None`
    /// when more changed, or one of `inactive` was active.
    pub(super) fn with_other_offers(&self, changed: &[Arc<Product>], inactive: &[Box<str>]) -> Option<CatalogParts> {
        let ordinals = self.ordinals_of_other_offers(changed, inactive)?;
        let list = Arc::new(self.list.with_replaced(&ordinals, changed));
        let columns = self.columns.with_offers_of(&list, &ordinals);
        let (vendor_count, sections) = (self.vendors.len(), &self.sections);
        let indexed = IndexedProducts { list: &list, columns: &columns, vendor_count, sections };
        let ProductIndexes { by_name, by_stock_number, by_content_update } = &self.indexes;
        Some(CatalogParts {
            sections: Arc::clone(&self.sections),
            vendors: Arc::clone(&self.vendors),
            indexes: ProductIndexes {
                by_name: by_name.with_offers_of(indexed),
                by_stock_number: by_stock_number.with_offers_of(indexed),
                by_content_update: by_content_update.with_offers_of(indexed),
            },
            facets: Arc::clone(&self.facets),
            v1: self.v1.with_list(Arc::clone(&list)),
            list,
            columns,
        })
    }

    /// The ordinals of the products that `changed` replace.
    fn ordinals_of_other_offers(&self, changed: &[Arc<Product>], inactive: &[Box<str>]) -> Option<Vec<u32>> {
        if inactive.iter().any(|stock_number| self.list.find_stock_number(stock_number).is_some()) {
            return None;
        }
        let position = |product: &Arc<Product>| {
            let ordinal = self.list.find_stock_number(product.stock_number())?;
            differ_in_offer_only(self.list.get(ordinal), product).then_some(ordinal)
        };
        changed.iter().map(position).collect()
    }
}

fn differ_in_offer_only(one: &Product, other: &Product) -> bool {
    let with_offer_of_one =
        Product { offer: one.offer.clone(), commercial_updated_at: one.commercial_updated_at, ..other.clone() };
    with_offer_of_one == *one
}
