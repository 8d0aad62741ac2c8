//! Rows of `products` and `product_contents` as an import writes them.

mod new_product_row;

pub(crate) use new_product_row::NewProductRow;

use super::documents::{encode_filter_values, encode_levels, encode_sections, encode_stock};
use super::part_documents::{encode_configurator, encode_features, encode_photos};
use super::text::{optional_storable, storable};
use crate::schema::{product_contents, products};
use catalog_domain::fingerprint::Fingerprint;
use catalog_domain::money::Money;
use catalog_domain::ports::{OfferRecord, ProductParts, ProductRecord, StoreError};
use catalog_domain::url_group::PageUrl;
use diesel::prelude::*;

/// The content side of a product.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = products, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct ContentRow<'a> {
    source_id: i64,
    is_active: bool,
    name: &'a str,
    full_name: &'a str,
    url: Option<&'a str>,
    type_id: i64,
    vendor_id: Option<&'a str>,
    vendor_name: Option<&'a str>,
    sections: String,
    primary_section: Option<i64>,
    preview: Option<&'a str>,
    has_configurator: bool,
    filter_values: String,
    content_updated_at: i64,
    record_fingerprint: &'a [u8],
    content_fingerprint: &'a [u8],
    option_prices_fingerprint: &'a [u8],
}

impl<'a> ContentRow<'a> {
    pub(crate) fn new(record: &'a ProductRecord) -> Result<Self, StoreError> {
        let place = |what: &str| format!("the {what} of product {:?}", record.stock_number);
        let vendor = record.vendor.as_ref();
        Ok(Self {
            source_id: record.source_id.0,
            is_active: record.is_active,
            name: storable(&record.name, &place("name"))?,
            full_name: storable(&record.full_name, &place("full name"))?,
            url: record.url.as_ref().map(PageUrl::as_str),
            type_id: record.type_id.0,
            vendor_id: optional_storable(vendor.map(|vendor| &*vendor.id), &place("vendor id"))?,
            vendor_name: optional_storable(vendor.map(|vendor| &*vendor.name), &place("vendor name"))?,
            sections: encode_sections(&record.sections)?,
            primary_section: record.primary_section.map(|section| section.0),
            preview: optional_storable(record.preview.as_deref(), &place("preview"))?,
            has_configurator: record.parts.configurator.is_some(),
            filter_values: encode_filter_values(&record.filter_values)?,
            content_updated_at: record.content_updated_at.unix_microseconds(),
            record_fingerprint: bytes(&record.fingerprints.record),
            content_fingerprint: bytes(&record.fingerprints.content),
            option_prices_fingerprint: bytes(&record.fingerprints.option_prices),
        })
    }
}

/// The commercial side of a product.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = products, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct OfferRow<'a> {
    hide_prices: bool,
    retail: Option<i64>,
    levels: String,
    sale: bool,
    special: Option<i64>,
    stock: String,
    shipping: i64,
    commercial_updated_at: i64,
    offer_fingerprint: &'a [u8],
}

impl<'a> OfferRow<'a> {
    pub(crate) fn new(record: &'a OfferRecord) -> Result<Self, StoreError> {
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
            offer_fingerprint: bytes(&record.fingerprint),
        })
    }
}

/// The heavy parts of a product.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = product_contents, primary_key(product_id))]
#[diesel(treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct PartsRow<'a> {
    product_id: i64,
    photos: String,
    seo_title: &'a str,
    seo_html: &'a str,
    features: String,
    configurator: Option<String>,
    price_data: Option<&'a str>,
    description: &'a str,
}

impl<'a> PartsRow<'a> {
    pub(crate) fn new(product_id: i64, parts: &'a ProductParts, stock_number: &str) -> Result<Self, StoreError> {
        let place = |what: &str| format!("the {what} of product {stock_number:?}");
        Ok(Self {
            product_id,
            photos: encode_photos(&parts.photos)?,
            seo_title: storable(&parts.seo.title, &place("SEO title"))?,
            seo_html: storable(&parts.seo.html, &place("SEO text"))?,
            features: encode_features(&parts.features)?,
            configurator: parts.configurator.as_ref().map(encode_configurator).transpose()?,
            price_data: optional_storable(parts.price_data.as_deref(), &place("price data"))?,
            description: storable(&parts.description, &place("description"))?,
        })
    }
}

fn bytes(fingerprint: &Fingerprint) -> &[u8] {
    &fingerprint.0
}
