//! Rows of `products` as an import reads them: no texts, only what is needed to detect changes.

use super::documents::decode_sections;
use super::interner::Interner;
use crate::failure::inconsistent;
use crate::schema::products;
use catalog_domain::ports::{ProductFingerprints, StoreError, StoredProduct, TimeSources};
use catalog_domain::values::{Fingerprint, SourceId, Timestamp};
use diesel::prelude::*;

#[derive(Queryable, Selectable)]
#[diesel(table_name = products)]
pub(crate) struct StoredProductRow {
    stock_number: String,
    source_id: Option<i64>,
    is_active: bool,
    sections: String,
    vendor_id: Option<String>,
    vendor_name: Option<String>,
    record_fingerprint: Vec<u8>,
    offer_fingerprint: Vec<u8>,
    content_updated_at: i64,
    commercial_updated_at: i64,
    /// `None` in a row that a version before 0.2.0 wrote.
    record_content_at: Option<i64>,
    other_content_at: Option<i64>,
    record_commercial_at: Option<i64>,
}

impl StoredProductRow {
    pub(crate) fn into_domain(self, interner: &mut Interner<'_>) -> Result<StoredProduct, StoreError> {
        let vendor = self.vendor_id.zip(self.vendor_name);
        let fingerprints = ProductFingerprints {
            record: fingerprint(&self.record_fingerprint)?,
            offer: fingerprint(&self.offer_fingerprint)?,
        };
        Ok(StoredProduct {
            stock_number: self.stock_number.into(),
            source_id: self.source_id.map(SourceId),
            is_active: self.is_active,
            sections: decode_sections(&self.sections, "products.sections")?,
            vendor: vendor.map(|(id, name)| interner.vendor(&id, &name)),
            fingerprints,
            content_updated_at: Timestamp::from_unix_microseconds(self.content_updated_at),
            commercial_updated_at: Timestamp::from_unix_microseconds(self.commercial_updated_at),
            time_sources: TimeSources {
                record_content: Timestamp::from_unix_microseconds(
                    self.record_content_at.unwrap_or(self.content_updated_at),
                ),
                other_content: self.other_content_at.map(Timestamp::from_unix_microseconds),
                record_commercial: self.record_commercial_at.map(Timestamp::from_unix_microseconds),
            },
        })
    }
}

pub(crate) fn fingerprint(bytes: &[u8]) -> Result<Fingerprint, StoreError> {
    bytes.try_into().map(Fingerprint).map_err(|_| inconsistent("a fingerprint", "is not 16 bytes long"))
}
