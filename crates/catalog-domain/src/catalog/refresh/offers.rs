//! The shortest path from one catalog to the next: most imports change prices and stock and nothing else. Then all
//! products keep their positions, and only the columns and bitmaps of their offers are rebuilt.

use crate::catalog::Catalog;
use crate::catalog::build::CatalogParts;
use crate::catalog::column;
use crate::catalog::columns::{OfferFlags, ProductColumns};
use crate::catalog::product_index::{IndexedProducts, ProductIndexes};
use crate::catalog::product_list::ProductList;
use crate::catalog::v1::V1Catalog;
use crate::pricing::price_level::PriceLevel;
use crate::products::product::Product;
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

impl ProductList {
    /// The list with `replacements` at `ordinals`; their keys are the same.
    fn with_replaced(&self, ordinals: &[u32], replacements: &[Arc<Product>]) -> Self {
        let mut products = column::filled(self.products.len(), self.products.iter().map(Arc::clone));
        for (ordinal, replacement) in ordinals.iter().zip(replacements) {
            products[*ordinal as usize] = Arc::clone(replacement);
        }
        let (by_stock_number, by_source_id) = (Arc::clone(&self.by_stock_number), Arc::clone(&self.by_source_id));
        Self { products, by_stock_number, by_source_id }
    }
}

impl ProductColumns {
    /// The columns of `list`, whose products at `ordinals` have other offers than those that these were made of.
    fn with_offers_of(&self, list: &ProductList, ordinals: &[u32]) -> Self {
        let retail = PriceLevel::retail();
        let mut flags = column::filled(self.flags.len(), self.flags.iter().copied());
        for ordinal in ordinals.iter().copied().filter(|ordinal| self.links.has_any(*ordinal)) {
            flags[ordinal as usize] = OfferFlags::of(&list.get(ordinal).offer, &retail);
        }
        Self {
            links: Arc::clone(&self.links),
            primary_sections: Arc::clone(&self.primary_sections),
            vendor_of: Arc::clone(&self.vendor_of),
            flags,
        }
    }
}

impl V1Catalog {
    /// The view over `list`, which is this one's with other offers.
    fn with_list(&self, list: Arc<ProductList>) -> Self {
        Self { list, ..self.clone() }
    }
}
