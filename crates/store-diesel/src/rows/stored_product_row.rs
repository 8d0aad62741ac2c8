//! Rows of `products` as an import takes them: no texts, only what tells whether something changed.

use super::documents::decode_sections;
use crate::failure::inconsistent;
use crate::schema::products;
use catalog_domain::fingerprint::Fingerprint;
use catalog_domain::identifiers::SourceId;
use catalog_domain::ports::{ProductFingerprints, StoreError, StoredProduct};
use catalog_domain::timestamp::Timestamp;
use diesel::prelude::*;

/// A product in the eyes of an import.
#[derive(Queryable, Selectable)]
#[diesel(table_name = products)]
pub(crate) struct StoredProductRow {
    stock_number: String,
    source_id: Option<i64>,
    is_active: bool,
    sections: String,
    record_fingerprint: Vec<u8>,
    content_fingerprint: Vec<u8>,
    option_prices_fingerprint: Vec<u8>,
    offer_fingerprint: Vec<u8>,
    content_updated_at: i64,
    commercial_updated_at: i64,
}

impl TryFrom<StoredProductRow> for StoredProduct {
    type Error = StoreError;

    fn try_from(row: StoredProductRow) -> Result<Self, StoreError> {
        let fingerprints = ProductFingerprints {
            record: fingerprint(&row.record_fingerprint)?,
            content: fingerprint(&row.content_fingerprint)?,
            option_prices: fingerprint(&row.option_prices_fingerprint)?,
            offer: fingerprint(&row.offer_fingerprint)?,
        };
        Ok(Self {
            stock_number: row.stock_number.into(),
            source_id: row.source_id.map(SourceId),
            is_active: row.is_active,
            sections: decode_sections(&row.sections, "products.sections")?,
            fingerprints,
            content_updated_at: Timestamp::from_unix_microseconds(row.content_updated_at),
            commercial_updated_at: Timestamp::from_unix_microseconds(row.commercial_updated_at),
        })
    }
}

fn fingerprint(bytes: &[u8]) -> Result<Fingerprint, StoreError> {
    bytes.try_into().map(Fingerprint).map_err(|_| inconsistent("a fingerprint of products", "is not 16 bytes long"))
}
