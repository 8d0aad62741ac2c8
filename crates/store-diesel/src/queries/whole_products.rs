//! Whole products, as imports have written them.

use super::stored_contents::filter_value;
use crate::connection::{StoreConnection, columns_for, for_each_row};
use crate::moving::MovedTable;
use crate::rows::documents::{decode_filter_values, decode_sections};
use crate::rows::interner::Interner;
use crate::rows::offer_columns::OfferColumns;
use crate::rows::part_documents::{decode_configurator, decode_features, decode_links, decode_photos};
use crate::rows::section_row::parse_url;
use crate::rows::stored_product_row::fingerprint;
use crate::schema::{product_contents, product_resources, products};
use catalog_domain::ports::{OfferRecord, ProductParts, ProductRecord, ResourceSet, Seo, StoreError, TimeSources};
use catalog_domain::products::Vendor;
use catalog_domain::values::{ProductTypeId, SectionId, SourceId, Timestamp};
use diesel::prelude::*;
use std::collections::HashMap;

pub(crate) type BaseRow = <products::table as MovedTable>::Row;
pub(crate) type PartsRow = <product_contents::table as MovedTable>::Row;
pub(crate) type LinksRow = <product_resources::table as MovedTable>::Row;
type WholeRow = (BaseRow, PartsRow);

/// The requested products, in the requested order.
pub(crate) fn stored_records(
    connection: &mut StoreConnection,
    stock_numbers: &[Box<str>],
) -> Result<Vec<Option<ProductRecord>>, StoreError> {
    // A text with a NUL is not a stock number, and PostgreSQL rejects it.
    let possible: Vec<&str> = stock_numbers.iter().map(|text| &**text).filter(|text| !text.contains('\0')).collect();
    let rows = products::table.inner_join(product_contents::table).filter(products::stock_number.eq_any(possible));
    let (mut interner, mut found) = (Interner::default(), HashMap::with_capacity(stock_numbers.len()));
    for_each_row!(
        connection,
        inner => rows.select(columns_for::<WholeRow, _>(inner)),
        WholeRow,
        |(base, parts): WholeRow| {
            if let Some(record) = record(base, parts, &mut interner)? {
                found.insert(record.stock_number.clone(), record);
            }
            Ok(())
        }
    )?;
    Ok(stock_numbers.iter().map(|stock_number| found.remove(stock_number)).collect())
}

/// The product; `None` of one whose source id another product has taken over.
pub(crate) fn record(
    base: BaseRow,
    parts: PartsRow,
    interner: &mut Interner<'_>,
) -> Result<Option<ProductRecord>, StoreError> {
    let Some(source_id) = base.source_id.map(SourceId) else { return Ok(None) };
    let time = Timestamp::from_unix_microseconds;
    let url = parse_url(base.url.as_deref(), format_args!("products.url of {:?}", base.stock_number))?;
    let vendor = base.vendor_id.zip(base.vendor_name);
    let BaseRow { hide_prices, retail, levels, sale, special, stock, shipping, .. } = base;
    let offer = OfferColumns { hide_prices, retail, levels, sale, special, stock, shipping };
    Ok(Some(ProductRecord {
        source_id,
        is_active: base.is_active,
        url,
        type_id: ProductTypeId(base.type_id),
        vendor: vendor.map(|(id, name)| Vendor { id: id.into(), name: name.into() }),
        sections: decode_sections(&base.sections, "products.sections")?,
        primary_section: base.primary_section.map(SectionId),
        preview: base.preview.map(Into::into),
        filter_values: decode_filter_values(&base.filter_values, interner)?.iter().map(filter_value).collect(),
        parts: product_parts(parts, interner)?,
        fingerprint: fingerprint(&base.record_fingerprint)?,
        content_updated_at: time(base.content_updated_at),
        commercial_updated_at: None,
        time_sources: TimeSources {
            record_content: base.record_content_at.map(time),
            other_content: base.other_content_at.map(time),
            record_commercial: base.record_commercial_at.map(time),
        },
        offer: Some(OfferRecord {
            offer: offer.into_offer(interner)?,
            fingerprint: fingerprint(&base.offer_fingerprint)?,
            commercial_updated_at: time(base.commercial_updated_at),
        }),
        stock_number: base.stock_number.into(),
        name: base.name.into(),
        full_name: base.full_name.into(),
    }))
}

fn product_parts(parts: PartsRow, interner: &mut Interner<'_>) -> Result<ProductParts, StoreError> {
    Ok(ProductParts {
        description: parts.description.into(),
        photos: decode_photos(&parts.photos)?,
        seo: Seo { title: parts.seo_title.into(), html: parts.seo_html.into() },
        features: decode_features(&parts.features)?,
        configurator: parts.configurator.map(|text| decode_configurator(&text, interner)).transpose()?,
        price_data: parts.price_data.map(Into::into),
    })
}

pub(crate) fn resources(row: &LinksRow) -> Result<ResourceSet, StoreError> {
    Ok(ResourceSet {
        documentation: decode_links(&row.documentation, "product_resources.documentation")?,
        software: decode_links(&row.software, "product_resources.software")?,
        fingerprint: fingerprint(&row.fingerprint)?,
    })
}
