//! A request for a product list (`docs/contract.md#product-list`), after every parameter was checked.

use crate::search::SearchText;
use crate::values::identifiers::SectionId;
use std::hash::Hash;

/// The most sections that a search lists besides products.
pub const MATCHING_SECTIONS: usize = 10;

crate::named! {
    /// The selected products of a section.
    #[derive(Default)]
    pub enum Scope {
        /// Unique products of the section and its public subtree.
        #[default]
        Subtree = "subtree",
        /// Products linked directly.
        Direct = "direct",
    }
}

crate::named! {
    /// The order of a product list. Every order is total.
    #[derive(Default)]
    pub enum ProductSort {
        /// By name (`docs/contract.md#order`), ties by stock number.
        #[default]
        Name = "name",
        /// The exact reverse of [`ProductSort::Name`].
        NameDescending = "-name",
        /// By stock number, by code points.
        StockNumber = "stockNumber",
        /// Newest content first, ties by stock number ascending.
        ContentUpdatedDescending = "-contentUpdatedAt",
        /// The lowest price for the viewer first ([`crate::catalog::AmountRank`]), ties by stock number ascending.
        Price = "price",
        /// The highest price first, ties by stock number ascending. Products without a price come last here, too.
        PriceDescending = "-price",
        /// Most pieces in stock first, ties by stock number ascending.
        InStockDescending = "-inStock",
        /// What is found best first (`docs/contract.md#search-order`), ties by name. Only for lists of what is found.
        Relevance = "relevance",
    }
}

impl ProductSort {
    /// The orders of a list, of what a text finds or of everything.
    pub fn of_lists(has_text: bool) -> &'static [Self] {
        let [without_text @ .., _relevance] = &Self::ALL;
        if has_text { &Self::ALL } else { without_text }
    }

    /// Whether it is by an amount that viewers of different price levels may see differently.
    pub fn is_by_amount(self) -> bool {
        matches!(self, Self::Price | Self::PriceDescending | Self::InStockDescending)
    }

    /// The order of a list unless the client says otherwise.
    pub fn default_of(has_text: bool) -> Self {
        if has_text { Self::Relevance } else { Self::Name }
    }
}

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PageRequest {
    /// Counted from 1.
    pub page: u64,
    /// 1 to [`PageRequest::MAXIMUM_SIZE`].
    pub size: u32,
}

impl PageRequest {
    /// Products on a page unless the client says otherwise (`docs/contract.md#page-size`).
    pub const DEFAULT_SIZE: u32 = 50;
    /// The most products on a page (`docs/contract.md#page-size`).
    pub const MAXIMUM_SIZE: u32 = 1_000;

    /// How many products precede this page.
    pub fn offset(self) -> u64 {
        self.page.saturating_sub(1).saturating_mul(u64::from(self.size))
    }

    /// The number of pages that `total` products fill; 0 for an empty list.
    pub fn page_count(self, total: u64) -> u64 {
        total.div_ceil(u64::from(self.size.max(1)))
    }
}

impl Default for PageRequest {
    fn default() -> Self {
        Self { page: 1, size: Self::DEFAULT_SIZE }
    }
}

/// The requested values of one filter: a product matches when it has one of the keys in the requested section.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilterChoice {
    /// The filter's uid.
    pub uid: String,
    /// Keys, combined with OR.
    pub keys: Vec<String>,
}

/// A product list request. Different filters combine with AND.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProductQuery {
    /// The requested public section; `None` for all public products, whatever the scope.
    pub section: Option<SectionId>,
    /// Which of its products.
    pub scope: Scope,
    /// What they are found by; `None` does not filter.
    pub text: Option<SearchText>,
    /// Public vendor ids, combined with OR; `None` does not filter.
    pub vendors: Option<Vec<String>>,
    /// Positive stock on at least one warehouse, or none.
    pub available: Option<bool>,
    /// The source's sale flag.
    pub sale: Option<bool>,
    /// Whether the viewer gets a price (see [`crate::pricing::HasPrice`]).
    pub has_price: Option<bool>,
    /// Choices of section filters, one entry per uid, combined with AND.
    pub filters: Vec<FilterChoice>,
    /// The order.
    pub sort: ProductSort,
    /// The page.
    pub page: PageRequest,
}

impl ProductQuery {
    /// Whether the list is narrower than all products of its scope.
    pub fn is_filtered(&self) -> bool {
        let Self { text, vendors, available, sale, has_price, filters, section: _, scope: _, sort: _, page: _ } = self;
        text.is_some()
            || vendors.is_some()
            || available.is_some()
            || sale.is_some()
            || has_price.is_some()
            || !filters.is_empty()
    }

    /// The identity of the list: equal for all its pages, and different for any two lists.
    pub fn list(&self) -> impl Hash + '_ {
        let Self { section, scope, text, vendors, available, sale, has_price, filters, sort, page: _ } = self;
        (section, scope, text, vendors, available, sale, has_price, filters, sort)
    }

    /// The first page of everything in `section`'s subtree.
    pub fn of_section(section: SectionId) -> Self {
        Self { section: Some(section), ..Self::everywhere() }
    }

    /// The first page of all public products.
    pub fn everywhere() -> Self {
        Self {
            section: None,
            scope: Scope::default(),
            text: None,
            vendors: None,
            available: None,
            sale: None,
            has_price: None,
            filters: Vec::new(),
            sort: ProductSort::default(),
            page: PageRequest::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, RandomState};

    #[test]
    fn pages_are_of_one_list_when_nothing_else_differs() {
        let all = ProductQuery::of_section(SectionId(1));
        let choice = |uid: &str, key: &str| FilterChoice { uid: uid.into(), keys: vec![key.into()] };
        let lists = [
            (all.clone(), false),
            (ProductQuery::of_section(SectionId(2)), false),
            (ProductQuery::everywhere(), false),
            (ProductQuery { scope: Scope::Direct, ..all.clone() }, false),
            (ProductQuery { text: SearchText::parse("a").ok(), ..all.clone() }, true),
            (ProductQuery { text: SearchText::parse("b").ok(), ..all.clone() }, true),
            (ProductQuery { sort: ProductSort::StockNumber, ..all.clone() }, false),
            (ProductQuery { vendors: Some(vec!["a".into()]), ..all.clone() }, true),
            (ProductQuery { vendors: Some(vec!["b".into()]), ..all.clone() }, true),
            (ProductQuery { available: Some(true), ..all.clone() }, true),
            (ProductQuery { available: Some(false), ..all.clone() }, true),
            (ProductQuery { sale: Some(true), ..all.clone() }, true),
            (ProductQuery { has_price: Some(true), ..all.clone() }, true),
            (ProductQuery { filters: vec![choice("a", "1")], ..all.clone() }, true),
            (ProductQuery { filters: vec![choice("a", "2")], ..all.clone() }, true),
            (ProductQuery { filters: vec![choice("a", "1"), choice("b", "2")], ..all }, true),
        ];
        let hasher = RandomState::new();
        let mut hashes = Vec::new();
        for (query, is_filtered) in lists {
            assert_eq!(query.is_filtered(), is_filtered, "{query:?}");
            let hash = hasher.hash_one(query.list());
            let other_page = ProductQuery { page: PageRequest { page: 7, size: 9 }, ..query.clone() };
            assert_eq!(hasher.hash_one(other_page.list()), hash, "{query:?}");
            assert!(!hashes.contains(&hash), "{query:?}");
            hashes.push(hash);
        }
    }
}
