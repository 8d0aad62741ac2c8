//! Rows of `products` and `product_contents` as an import writes them. They own their values, because they are made on
//! one thread and written on another.

mod columns;

pub(crate) use columns::{ContentRow, OfferRow, ProductRow};

use super::documents::{encode_filter_values, encode_levels, encode_sections, encode_stock};
use super::part_documents::{encode_configurator, encode_features, encode_photos};
use super::text::{into_storable, optional_into_storable};
use crate::schema::ContentsRow;
use catalog_domain::ports::{OfferRecord, ProductParts, ProductRecord, StoreError};
use catalog_domain::pricing::Money;
use catalog_domain::values::Timestamp;

impl ContentRow {
    pub(crate) fn split(record: ProductRecord) -> Result<(Self, ContentsRow), StoreError> {
        let stock_number = record.stock_number;
        let location = |what: &str| format!("the {what} of product {stock_number:?}");
        let (vendor_id, vendor_name) =
            record.vendor.map(|vendor| (Box::from(&*vendor.id), Box::from(&*vendor.name))).unzip();
        let row = Self {
            source_id: record.source_id.0,
            is_active: record.is_active,
            name: into_storable(record.name, || location("name"))?,
            full_name: into_storable(record.full_name, || location("full name"))?,
            url: record.url.map(|url| url.as_str().to_owned()),
            type_id: record.type_id.0,
            vendor_id: optional_into_storable(vendor_id, || location("vendor id"))?,
            vendor_name: optional_into_storable(vendor_name, || location("vendor name"))?,
            sections: encode_sections(&record.sections)?,
            primary_section: record.primary_section.map(|section| section.0),
            preview: optional_into_storable(record.preview, || location("preview"))?,
            has_configurator: record.parts.configurator.is_some(),
            filter_values: encode_filter_values(&record.filter_values)?,
            content_updated_at: record.content_updated_at.unix_microseconds(),
            record_fingerprint: record.fingerprint.0,
            record_content_at: Some(record.time_sources.record_content.unix_microseconds()),
            other_content_at: record.time_sources.other_content.map(Timestamp::unix_microseconds),
            record_commercial_at: record.time_sources.record_commercial.map(Timestamp::unix_microseconds),
        };
        Ok((row, ContentsRow::new(record.parts, location)?))
    }
}

impl OfferRow {
    pub(crate) fn new(record: &OfferRecord) -> Result<Self, StoreError> {
        let offer = &record.offer;
        Ok(Self {
            hide_prices: offer.hide_prices,
            retail: offer.retail.map(Money::units),
            levels: encode_levels(&offer.levels)?,
            sale: offer.sale,
            special: offer.special.map(Money::units),
            stock: encode_stock(&offer.stock)?,
            shipping: offer.shipping,
            commercial_updated_at: record.commercial_updated_at.unix_microseconds(),
            offer_fingerprint: record.fingerprint.0,
        })
    }
}

impl ContentsRow {
    /// Yet without the id of the product's row.
    fn new(parts: ProductParts, location: impl Fn(&str) -> String) -> Result<Self, StoreError> {
        Ok(Self {
            product_id: 0,
            photos: encode_photos(&parts.photos)?,
            seo_title: into_storable(parts.seo.title, || location("SEO title"))?,
            seo_html: into_storable(parts.seo.html, || location("SEO text"))?,
            features: encode_features(&parts.features)?,
            configurator: parts.configurator.as_ref().map(encode_configurator).transpose()?,
            price_data: optional_into_storable(parts.price_data, || location("price data"))?,
            description: into_storable(parts.description, || location("description"))?,
        })
    }

    /// The size of its unbounded texts, in bytes.
    pub(crate) fn text_bytes(&self) -> usize {
        self.description.len() + self.seo_html.len() + self.price_data.as_deref().map_or(0, str::len)
    }
}
