//! Rows of `products` as an import takes them: no texts, only what tells whether something changed.

use super::documents::decode_sections;
use crate::failure::inconsistent;
use crate::schema::products;
use catalog_domain::fingerprint::Fingerprint;
use catalog_domain::identifiers::SourceId;
use catalog_domain::ports::{ProductFingerprints, StoreError, StoredProduct, StoredResources};
use catalog_domain::timestamp::Timestamp;
use catalog_domain::url_group::PageUrl;
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

/// A product's page and the fingerprint of its links.
#[derive(Queryable)]
pub(crate) struct StoredResourcesRow {
    stock_number: String,
    url: Option<String>,
    fingerprint: Option<Vec<u8>>,
}

impl StoredResourcesRow {
    /// The stock number, and what an import wants to know of it.
    pub(crate) fn into_domain(self) -> Result<(String, StoredResources), StoreError> {
        let page = self.url.as_deref().map(PageUrl::parse).transpose();
        let resources = StoredResources {
            page: page.map_err(|error| inconsistent("products.url", error))?,
            fingerprint: self.fingerprint.as_deref().map(fingerprint).transpose()?,
        };
        Ok((self.stock_number, resources))
    }
}

fn fingerprint(bytes: &[u8]) -> Result<Fingerprint, StoreError> {
    bytes.try_into().map(Fingerprint).map_err(|_| inconsistent("a fingerprint", "is not 16 bytes long"))
}
