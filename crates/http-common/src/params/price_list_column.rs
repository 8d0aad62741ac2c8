//! The columns of price lists.

catalog_domain::named! {
    /// A column; all of them are in the usual order.
    #[expect(missing_docs, reason = "the names say it")]
    pub enum PriceListColumn {
        StockNumber = "stockNumber",
        Name = "name",
        FullName = "fullName",
        Vendor = "vendor",
        Section = "section",
        Retail = "retail",
        Personal = "personal",
        Sale = "sale",
        Currency = "currency",
        InStock = "inStock",
        Shipping = "shipping",
        Url = "url",
    }
}
