//! Digests of sections (`docs/contract.md#product-digest`).
//!
//! The mark of each product is made when the first digest is asked for, and then for changed products only: hashing
//! 200,000 products takes 30 ms, and adding up their marks about one.

use super::Catalog;
use super::column::Column;
use super::product_list::ProductList;
use catalog_domain::products::{Product, ProductMark, SectionDigest};
use catalog_domain::sections::NodeIndex;
use std::sync::OnceLock;

/// By ordinal: what each product adds to digests, 17 bytes. Empty until it is asked for.
#[derive(Debug, Default)]
pub(super) struct ProductMarks(OnceLock<Column<ProductMark>>);

impl ProductMarks {
    /// Those of `list`, made from these of `old_list` if they were asked for.
    pub(super) fn updated(&self, old_list: &ProductList, list: &ProductList) -> Self {
        let updated = self.0.get().map(|marks| {
            let mut marks = marks.clone();
            list.differences(old_list).for_each(|ordinal| marks.set(ordinal, mark(list.get(ordinal))));
            marks
        });
        Self(updated.map(OnceLock::from).unwrap_or_default())
    }

    fn of(&self, list: &ProductList) -> &Column<ProductMark> {
        let all = || {
            let marks = list.all().iter().map(|product| mark(product));
            Column::new(list.layout.column, ProductMark::default(), marks)
        };
        self.0.get_or_init(all)
    }
}

/// That of a vacant ordinal means nothing.
fn mark(product: &Product) -> ProductMark {
    ProductMark::of(product.stock_number(), product.version)
}

impl Catalog {
    /// The digest of the subtree of the section at `index`. The first one hashes every product.
    pub fn section_digest(&self, index: NodeIndex) -> SectionDigest {
        let marks = self.marks.of(&self.list);
        SectionDigest::of(self.indexes.by_name.subtree(index).iter().map(|ordinal| &marks[ordinal]))
    }

    /// The products of a part of that digest, by stock number.
    pub fn digest_part(&self, index: NodeIndex, part: u8) -> impl Iterator<Item = &Product> {
        let (marks, by_stock_number) = (self.marks.of(&self.list), &self.indexes.by_stock_number);
        let ordinals = by_stock_number.subtree(index).iter().map(|rank| by_stock_number.ordinal(rank));
        ordinals.filter(move |ordinal| marks[*ordinal].part() == part).map(|ordinal| self.list.get(ordinal))
    }
}
