//! What is known of every product brought up to date: only what changed is read.

use super::tree_change::TreeChange;
use crate::catalog::column::Column;
use crate::catalog::columns::{ProductColumns, ProductReader, Row};
use crate::catalog::product_list::ProductList;
use crate::catalog::section_links::SectionLinks;
use crate::catalog::vendors::VendorTable;
use catalog_domain::sections::{NodeIndex, SectionTree};

impl ProductColumns {
    /// The columns of `list`, which differs at `ordinals`, and in offers alone at `offers`, and the vendors of its
    /// public products. `change` leads to `sections`. `products_of` gives the old ordinals of the products of a vendor.
    pub(super) fn updated<P: Iterator<Item = u32>>(
        &self,
        (list, ordinals, offers): (&ProductList, &[u32], &[u32]),
        (sections, change): (&SectionTree, &TreeChange),
        old_vendors: &VendorTable,
        products_of: impl Fn(u32) -> P,
    ) -> (Self, VendorTable) {
        let links = self.links.changed(list, ordinals, sections, change);
        let is_retained = |ordinal: &u32| ordinals.binary_search(ordinal).is_err();
        // A vendor that lost the product that names it needs all its others to find the next one.
        let mut naming: Vec<u32> = ordinals.iter().copied().filter(|at| links.has_any(*at)).collect();
        for (vendor, stock_number) in old_vendors.naming() {
            match list.find_stock_number(stock_number).filter(is_retained) {
                Some(retained) => naming.push(retained),
                None => naming.extend(products_of(vendor).filter(is_retained)),
            }
        }
        let vendors = VendorTable::new(naming.into_iter().map(|ordinal| list.get(ordinal)));
        let mut rows = self.moved_rows(&vendors.positions_of(old_vendors), change);
        let mut reader = ProductReader::new(list, &links, sections, &vendors);
        ordinals.iter().chain(offers).for_each(|ordinal| rows.set(*ordinal, reader.read(*ordinal)));
        (Self { links, rows }, vendors)
    }

    fn moved_rows(&self, vendors: &[Option<u32>], sections: &TreeChange) -> Column<Row> {
        if sections.is_none() && vendors.iter().zip(0..).all(|(now, before)| *now == Some(before)) {
            return self.rows.clone();
        }
        let moved = |row: &Row| Row {
            // Both may be gone, but not for a product that is public and retained.
            primary_section: sections.moved(row.primary_section).unwrap_or_default(),
            vendor: vendors.get(row.vendor as usize).copied().flatten().unwrap_or_default(),
            flags: row.flags,
        };
        Column::new(self.rows.layout(), Row::default(), self.rows.iter().map(moved))
    }
}

impl SectionLinks {
    /// The links of `list`, which differs at `ordinals`, to `sections`, to which `change` leads.
    pub(super) fn changed(
        &self,
        list: &ProductList,
        ordinals: &[u32],
        sections: &SectionTree,
        change: &TreeChange,
    ) -> Self {
        let moved = |node: NodeIndex| change.moved(node).unwrap_or_default();
        self.updated(list, ordinals, sections, (!change.is_none()).then_some(&moved))
    }
}

impl VendorTable {
    /// By position in `old`: the position of the same vendor here; `None` when it is gone.
    pub(super) fn positions_of(&self, old: &Self) -> Vec<Option<u32>> {
        let named = old.naming().map(|(at, _)| self.find(old.get(at).id));
        named.chain([Some(self.unknown())]).collect()
    }
}
