//! Rows of `products` as they are streamed into PostgreSQL: COPY takes one flat list of columns.

use super::{ContentRow, OfferRow};
use crate::schema::products;
use catalog_domain::identifiers::CatalogRevision;
use diesel::prelude::*;

/// A whole new product, its id chosen beforehand so that its parts can be streamed too.
#[derive(Insertable)]
#[diesel(table_name = products, treat_none_as_default_value = false)]
pub(crate) struct NewProductRow<'a> {
    id: i64,
    stock_number: &'a str,
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
    hide_prices: bool,
    retail: Option<i64>,
    levels: String,
    sale: bool,
    special: Option<i64>,
    stock: String,
    shipping: i64,
    content_updated_at: i64,
    commercial_updated_at: i64,
    record_fingerprint: &'a [u8],
    content_fingerprint: &'a [u8],
    option_prices_fingerprint: &'a [u8],
    offer_fingerprint: &'a [u8],
    revision: i64,
}

impl<'a> NewProductRow<'a> {
    /// Joins both sides of a product into its row.
    pub(crate) fn new(
        (id, stock_number): (i64, &'a str),
        content: ContentRow<'a>,
        offer: OfferRow<'a>,
        revision: CatalogRevision,
    ) -> Self {
        Self {
            id,
            stock_number,
            source_id: content.source_id,
            is_active: content.is_active,
            name: content.name,
            full_name: content.full_name,
            url: content.url,
            type_id: content.type_id,
            vendor_id: content.vendor_id,
            vendor_name: content.vendor_name,
            sections: content.sections,
            primary_section: content.primary_section,
            preview: content.preview,
            has_configurator: content.has_configurator,
            filter_values: content.filter_values,
            hide_prices: offer.hide_prices,
            retail: offer.retail,
            levels: offer.levels,
            sale: offer.sale,
            special: offer.special,
            stock: offer.stock,
            shipping: offer.shipping,
            content_updated_at: content.content_updated_at,
            commercial_updated_at: offer.commercial_updated_at,
            record_fingerprint: content.record_fingerprint,
            content_fingerprint: content.content_fingerprint,
            option_prices_fingerprint: content.option_prices_fingerprint,
            offer_fingerprint: offer.offer_fingerprint,
            revision: revision.0,
        }
    }
}
