//! Rows of `products`, active or not, with what decides on visibility and prices.

use super::documents::{decode_filter_values, decode_sections};
use super::interner::Interner;
use super::offer_columns::OfferColumns;
use crate::schema::products;
use catalog_domain::ports::{ProductFacts, StoreError};
use catalog_domain::products::LinkedSections;
use catalog_domain::values::{CatalogRevision, SectionId, SourceId, Timestamp};
use diesel::prelude::*;

/// A product without what is only shown.
#[derive(Queryable, Selectable)]
#[diesel(table_name = products)]
pub(crate) struct ProductFactsRow {
    stock_number: String,
    source_id: Option<i64>,
    name: String,
    is_active: bool,
    sections: String,
    primary_section: Option<i64>,
    filter_values: String,
    #[diesel(embed)]
    offer: OfferColumns,
    content_updated_at: i64,
    commercial_updated_at: i64,
    revision: i64,
}

impl ProductFactsRow {
    /// The domain's facts, yet without what is in other tables: the time of its revision and its events.
    pub(crate) fn into_facts(self, interner: &mut Interner<'_>) -> Result<ProductFacts, StoreError> {
        let sections: Vec<SectionId> = decode_sections(&self.sections, "products.sections")?;
        Ok(ProductFacts {
            source_id: self.source_id.map(SourceId),
            name: self.name.into(),
            is_active: self.is_active,
            sections: LinkedSections::new(sections, self.primary_section.map(SectionId)),
            offer: self.offer.into_offer(interner)?,
            filter_values: decode_filter_values(&self.filter_values, interner)?,
            content_updated_at: Timestamp::from_unix_microseconds(self.content_updated_at),
            commercial_updated_at: Timestamp::from_unix_microseconds(self.commercial_updated_at),
            revision: CatalogRevision(self.revision),
            written_at: None,
            events: Vec::new(),
            stock_number: self.stock_number.into(),
        })
    }
}
