//! The columns of price lists.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PriceListColumn {
    StockNumber,
    Name,
    FullName,
    Vendor,
    Section,
    Retail,
    Personal,
    Sale,
    Currency,
    InStock,
    Shipping,
    Url,
}

impl PriceListColumn {
    /// Every column in the usual order, with its name.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::StockNumber, "stockNumber"),
        (Self::Name, "name"),
        (Self::FullName, "fullName"),
        (Self::Vendor, "vendor"),
        (Self::Section, "section"),
        (Self::Retail, "retail"),
        (Self::Personal, "personal"),
        (Self::Sale, "sale"),
        (Self::Currency, "currency"),
        (Self::InStock, "inStock"),
        (Self::Shipping, "shipping"),
        (Self::Url, "url"),
    ];
}
