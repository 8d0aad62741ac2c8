//! Rows of `products` as the read model loads them.

use super::documents::{decode_filter_values, decode_sections};
use super::interner::Interner;
use super::offer_columns::OfferColumns;
use crate::failure::inconsistent;
use crate::schema::products;
use catalog_domain::ports::StoreError;
use catalog_domain::products::{LinkedSections, NamedTexts, Product, ProductTexts};
use catalog_domain::values::{CatalogRevision, PageUrlRef, ProductTypeId, SectionId, SourceId, Timestamp};
use diesel::prelude::*;

/// A product without its heavy parts.
#[derive(Queryable, Selectable)]
#[diesel(table_name = products)]
pub(crate) struct ProductRow {
    stock_number: String,
    source_id: Option<i64>,
    name: String,
    full_name: String,
    url: Option<String>,
    type_id: i64,
    vendor_id: Option<String>,
    vendor_name: Option<String>,
    sections: String,
    primary_section: Option<i64>,
    preview: Option<String>,
    has_configurator: bool,
    filter_values: String,
    #[diesel(embed)]
    offer: OfferColumns,
    content_updated_at: i64,
    commercial_updated_at: i64,
}

impl ProductRow {
    /// The domain's product, sharing texts through `interner`.
    pub(crate) fn into_product(
        self,
        version: CatalogRevision,
        interner: &mut Interner<'_>,
    ) -> Result<Product, StoreError> {
        let location = format_args!("products {:?}", self.stock_number);
        let source_id = self.source_id.ok_or_else(|| inconsistent(location, "active without a source id"))?;
        let url = self.url.as_deref().map(PageUrlRef::parse).transpose();
        let sections: Vec<SectionId> = decode_sections(&self.sections, "products.sections")?;
        let vendor = self.vendor_id.zip(self.vendor_name);
        Ok(Product {
            source_id: SourceId(source_id),
            texts: ProductTexts::from(NamedTexts {
                stock_number: &self.stock_number,
                name: &self.name,
                full_name: &self.full_name,
                url: url.map_err(|error| inconsistent(location, error))?,
                preview: self.preview.as_deref(),
            }),
            type_id: ProductTypeId(self.type_id),
            vendor: vendor.map(|(id, name)| interner.vendor(&id, &name)),
            sections: LinkedSections::new(sections, self.primary_section.map(SectionId)),
            offer: self.offer.into_offer(interner)?,
            filter_values: decode_filter_values(&self.filter_values, interner)?,
            has_configurator: self.has_configurator,
            content_updated_at: Timestamp::from_unix_microseconds(self.content_updated_at),
            commercial_updated_at: Timestamp::from_unix_microseconds(self.commercial_updated_at),
            version,
        })
    }
}
