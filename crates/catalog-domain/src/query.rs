//! What a client asks of a section's product list (part 4.4), after every parameter was checked.

use crate::identifiers::SectionId;

/// Which products of a section are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scope {
    /// Unique products of the section and its public subtree.
    #[default]
    Subtree,
    /// Products linked directly.
    Direct,
}

impl Scope {
    /// The name used in requests and responses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Subtree => "subtree",
            Self::Direct => "direct",
        }
    }

    /// The scope of that name; `None` for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Subtree, Self::Direct].into_iter().find(|scope| scope.name() == name)
    }
}

/// The order of a product list. Every order is total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ProductSort {
    /// By name (see [`crate::name_order`]), ties by stock number.
    #[default]
    Name,
    /// The exact reverse of [`ProductSort::Name`].
    NameDescending,
    /// By stock number, by code points.
    StockNumber,
    /// Newest content first, ties by stock number ascending.
    ContentUpdatedDescending,
}

impl ProductSort {
    /// Every order.
    pub const ALL: [Self; 4] = [Self::Name, Self::NameDescending, Self::StockNumber, Self::ContentUpdatedDescending];

    /// The name used in requests and responses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::NameDescending => "-name",
            Self::StockNumber => "stockNumber",
            Self::ContentUpdatedDescending => "-contentUpdatedAt",
        }
    }

    /// The order of that name; `None` for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sort| sort.name() == name)
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
    /// Products on a page unless the client says otherwise (part 8).
    pub const DEFAULT_SIZE: u32 = 50;
    /// The most products on a page (part 8).
    pub const MAXIMUM_SIZE: u32 = 1_000;

    /// How many products stand before this page.
    #[must_use]
    pub fn offset(self) -> u64 {
        self.page.saturating_sub(1).saturating_mul(u64::from(self.size))
    }

    /// The number of pages that `total` products fill; none when there is nothing.
    #[must_use]
    pub fn page_count(self, total: u64) -> u64 {
        total.div_ceil(u64::from(self.size.max(1)))
    }
}

impl Default for PageRequest {
    fn default() -> Self {
        Self { page: 1, size: Self::DEFAULT_SIZE }
    }
}

/// The wanted values of one filter: a product matches when it has one of the keys in the section asked about.
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
    /// The public section asked about.
    pub section: SectionId,
    /// Which of its products.
    pub scope: Scope,
    /// Public vendor ids, combined with OR; `None` does not filter.
    pub vendors: Option<Vec<String>>,
    /// Positive stock on at least one warehouse, or none.
    pub available: Option<bool>,
    /// The source's sale flag.
    pub sale: Option<bool>,
    /// Whether the viewer gets a price (see [`crate::pricing::has_price`]).
    pub has_price: Option<bool>,
    /// Choices of section filters, one entry per uid, combined with AND.
    pub filters: Vec<FilterChoice>,
    /// The order.
    pub sort: ProductSort,
    /// The page.
    pub page: PageRequest,
}

impl ProductQuery {
    /// The first page of everything in `section`'s subtree.
    #[must_use]
    pub fn of_section(section: SectionId) -> Self {
        Self {
            section,
            scope: Scope::default(),
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
