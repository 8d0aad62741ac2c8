//! What is known of every product brought up to date: what stays is copied to where it belongs now.

use super::ordinal_map::OrdinalMap;
use super::tree_change::TreeChange;
use crate::catalog::column;
use crate::catalog::columns::{ProductColumns, ProductReader, Row};
use crate::catalog::product_list::ProductList;
use crate::catalog::section_links::SectionLinks;
use crate::catalog::vendors::VendorTable;
use crate::products::product::Product;
use crate::sections::tree::{NodeIndex, SectionTree};
use std::sync::Arc;

impl ProductColumns {
    /// The columns of `list`, which results from `old` by renumbering, and the vendors of its public products. `change`
    /// leads from the old tree to the new one. `products_of` gives the old ordinals of the products of a vendor.
    pub(super) fn updated<P: Iterator<Item = u32>>(
        &self,
        (old, list): (&ProductList, &ProductList),
        ordinal_map: &OrdinalMap,
        (sections, change): (&SectionTree, &TreeChange),
        old_vendors: &VendorTable,
        products_of: impl Fn(u32) -> P,
    ) -> (Self, VendorTable) {
        let links = self.links.renumbered(ordinal_map, list.as_slice(), (sections, change));
        // A vendor that lost the product that names it needs all its others to find the next one.
        let mut naming: Vec<u32> = ordinal_map.added().iter().copied().filter(|at| links.has_any(*at)).collect();
        for (vendor, stock_number) in old_vendors.naming() {
            match old.find_stock_number(stock_number).and_then(|ordinal| ordinal_map.retained(ordinal)) {
                Some(retained) => naming.push(retained),
                None => naming.extend(products_of(vendor).filter_map(|ordinal| ordinal_map.retained(ordinal))),
            }
        }
        let vendors = VendorTable::new(naming.into_iter().map(|ordinal| list.get(ordinal)));
        // A vendor that is gone has no product left that refers to it.
        let mut moved: Vec<u32> =
            old_vendors.naming().map(|(at, _)| vendors.find(&old_vendors.get(at).id).unwrap_or(0)).collect();
        moved.push(vendors.unknown());
        let mut reader = ProductReader::new(list, &links, sections, &vendors);
        let row = |(ordinal, origin): (u32, Option<u32>)| match origin {
            Some(old) => self.row(old).moved(&moved, change),
            None => reader.read(ordinal),
        };
        let rows = column::filled(list.as_slice().len(), (0..links.len()).zip(ordinal_map.origins()).map(row));
        (Self::from_rows(&rows, links), vendors)
    }

    fn row(&self, ordinal: u32) -> Row {
        let at = ordinal as usize;
        Row { primary_section: self.primary_sections[at], vendor: self.vendor_of[at], flags: self.flags[at] }
    }
}

impl Row {
    /// The same where the vendors have other positions, by the old ones, and the sections too. The primary section of a
    /// product that is not public may be gone.
    fn moved(self, vendors: &[u32], sections: &TreeChange) -> Self {
        let primary_section = sections.moved(self.primary_section).unwrap_or(NodeIndex(0));
        Self { primary_section, vendor: vendors[self.vendor as usize], ..self }
    }
}

impl SectionLinks {
    /// The links of `products`, which result from those of this one by renumbering, to the tree that `change` leads to.
    pub(super) fn renumbered(
        &self,
        ordinal_map: &OrdinalMap,
        products: &[Arc<Product>],
        (sections, change): (&SectionTree, &TreeChange),
    ) -> Self {
        let mut links = Self::with_capacity(products.len(), self.nodes.len());
        for (product, origin) in products.iter().zip(ordinal_map.origins()) {
            match origin {
                Some(old) => links.push(self.of(old).iter().filter_map(|node| change.moved(*node))),
                None => links.push(product.sections.iter().filter_map(|id| sections.find(*id))),
            }
        }
        links.complete()
    }
}
