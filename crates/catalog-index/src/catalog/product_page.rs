//! Serves a product list from the bitmaps of an index (`docs/contract.md#product-list`).

use super::product_index::ends_with_the_first;
use super::product_selection::ProductSelection;
use super::{Catalog, PublicProduct};
use catalog_domain::catalog::{FilterChoice, PageRequest, ProductQuery};
use catalog_domain::pricing::Viewer;
use catalog_domain::sections::NodeIndex;
use std::borrow::Cow;
use std::ops::Range;

/// A page of a list of products.
#[derive(Debug)]
pub struct ProductPage<'a> {
    /// The products of the page, in the requested order.
    pub products: Vec<PublicProduct<'a>>,
    /// How many products the whole list has.
    pub total: u64,
}

/// A page of a list of products by their ordinals, for [`Catalog::products_at`] of the same catalog.
#[derive(Debug)]
pub struct OrdinalPage {
    /// The ordinals of the products of the page, in the requested order.
    pub ordinals: Vec<u32>,
    /// How many products the whole list has.
    pub total: u64,
}

impl Catalog {
    /// `query` without vendors that no public product has: they match nothing, so the list is the same. Lists are
    /// cached by the remaining query, so that made-up ids cannot fill a cache. In a filter's text, the uid and the key
    /// may both have colons: which colon is between them depends on the catalog's values
    /// (`docs/contract.md#filter-parameter`).
    pub fn known_query<'q>(&self, query: &'q ProductQuery) -> Cow<'q, ProductQuery> {
        let is_known = |id: &String| self.vendors.find(id).is_some();
        let has_colon = |choice: &FilterChoice| choice.keys.iter().any(|key| key.contains(':'));
        let has_colons = query.filters.iter().any(has_colon);
        if !has_colons && query.vendors.iter().flatten().all(is_known) {
            return Cow::Borrowed(query);
        }
        let mut known = query.clone();
        known.vendors.iter_mut().for_each(|ids| ids.retain(is_known));
        if has_colons {
            known.filters = self.facets.dictionary.known_choices(&query.filters);
        }
        Cow::Owned(known)
    }

    /// The page that `query` asks for, as `viewer` sees it; `None` when the section is not public.
    ///
    /// ```
    /// use catalog_domain::catalog::{CatalogFacts, PageRequest, ProductQuery, ProductSort};
    /// use catalog_domain::pricing::{PriceLevel, Role, Viewer};
    /// use catalog_domain::values::SectionId;
    /// use catalog_index::Catalog;
    /// use catalog_testkit::builders::{product, section, storefront};
    ///
    /// let facts = CatalogFacts {
    ///     sections: vec![section(1).into()],
    ///     products: ["P-1", "P-2", "P-3"].map(|stock_number| product(stock_number, &[1]).into()).into(),
    ///     ..CatalogFacts::default()
    /// };
    /// let catalog = Catalog::build(facts, storefront());
    /// let viewer = Viewer { role: Role::User, price_level: PriceLevel::retail(), configurator_access: false };
    /// let query = ProductQuery {
    ///     sort: ProductSort::NameDescending,
    ///     page: PageRequest { page: 2, size: 2 },
    ///     ..ProductQuery::of_section(SectionId(1))
    /// };
    /// let page = catalog.section_products(&query, &viewer).unwrap();
    /// let stock_numbers: Vec<&str> = page.products.iter().map(|found| found.product.stock_number()).collect();
    /// assert_eq!((stock_numbers, page.total), (vec!["P-1"], 3));
    /// ```
    pub fn section_products(&self, query: &ProductQuery, viewer: &Viewer) -> Option<ProductPage<'_>> {
        let page = self.page_of_selection(&self.select_products(query, viewer)?, query, viewer);
        Some(ProductPage { products: self.products_at(&page.ordinals).collect(), total: page.total })
    }

    /// The page that `query` asks for of `selection`, which this catalog computed for `viewer` and a query that differs
    /// in the page at most.
    pub fn page_of_selection(
        &self,
        selection: &ProductSelection<'_>,
        query: &ProductQuery,
        viewer: &Viewer,
    ) -> OrdinalPage {
        let (total, is_reverse) = (selection.total(), ends_with_the_first(query.sort));
        let positions = positions(query.page, total, is_reverse);
        let mut ordinals = self.ordinals_at(positions, selection, query, viewer);
        if is_reverse {
            ordinals.reverse();
        }
        OrdinalPage { ordinals, total }
    }
}

impl Catalog {
    /// The ordinals of the first `limit` products of the section's subtree whose stock numbers come after that one, by
    /// code points. No product has an empty one.
    pub fn products_after(&self, index: NodeIndex, after: &str, limit: usize) -> Vec<u32> {
        let by_stock_number = &self.indexes.by_stock_number;
        let is_before = |ordinal: &u32| self.list.get(*ordinal).stock_number() <= after;
        let first = self.indexes.orders.by_stock_number.ordinals.position_after(is_before);
        let ranks = by_stock_number.subtree(index).range(first..).take(limit);
        ranks.map(|rank| by_stock_number.ordinal(rank)).collect()
    }
}

/// Which members of a list of `total` are on a page; a list in reverse is counted from its end.
pub(super) fn positions(page: PageRequest, total: u64, is_reverse: bool) -> Range<u64> {
    let start = page.offset().min(total);
    let end = start.saturating_add(page.size.into()).min(total);
    if is_reverse { total - end..total - start } else { start..end }
}
