//! Everything that imports have written, in one snapshot.

use super::reference_data as reference;
use super::stored_contents::{filter_value, product_parts};
use crate::connection::{StoreConnection, columns_for, for_each_row};
use crate::failure::unavailable;
use crate::prelude::*;
use crate::rows::documents::{decode_filter_values, decode_sections};
use crate::rows::interner::Interner;
use crate::rows::offer_columns::OfferColumns;
use crate::rows::part_documents::decode_links;
use crate::rows::section_row::parse_url;
use crate::rows::stored_product_row::fingerprint;
use crate::schema::{ContentsRow, LinksRow, WholeProductRow, product_contents, product_resources, products};
use crate::store::Store;
use crate::transaction::{TransactionMode, allow_a_long_move, in_transaction};
use catalog_domain::ports::{
    ExportSource, OfferRecord, ProductRecord, ResourceSet, StoreError, StoredItem, TimeSources,
};
use catalog_domain::products::Vendor;
use catalog_domain::values::{ProductTypeId, SectionId, SourceId, Timestamp};
use std::ops::ControlFlow;

type WholeRow = (WholeProductRow, ContentsRow, Option<LinksRow>);

/// Products whose values share memory. Then the shared ones are forgotten, so that memory is bounded.
const SHARING_PRODUCTS: usize = 10_000;

impl ExportSource for Store {
    fn read_all(&self, take: &mut dyn FnMut(StoredItem) -> ControlFlow<()>) -> Result<(), StoreError> {
        let mut is_over = false;
        let mut pass_on = |item| {
            is_over |= take(item).is_break();
            if is_over { Err(unavailable("reading was broken off")) } else { Ok(()) }
        };
        // A connection of its own: what is read may be written as slowly as a pipe takes it.
        let mut connection = self.factory().open().map_err(|error| unavailable(error.to_string()))?;
        let read = in_transaction(&mut connection, TransactionMode::Snapshot, None, |connection| {
            allow_a_long_move(connection)?;
            read_all(connection, &mut pass_on)
        });
        if is_over { Ok(()) } else { read }
    }
}

fn read_all(
    connection: &mut StoreConnection,
    take: &mut dyn FnMut(StoredItem) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let count: i64 = products::table.count().get_result(connection)?;
    take(StoredItem::ProductCount(count.unsigned_abs()))?;
    reference::price_levels(connection)?.into_iter().map(StoredItem::PriceLevel).try_for_each(&mut *take)?;
    reference::warehouses(connection)?.into_iter().map(StoredItem::Warehouse).try_for_each(&mut *take)?;
    reference::product_types(connection)?.into_iter().map(StoredItem::ProductType).try_for_each(&mut *take)?;
    let sections = reference::sections(connection)?.into_iter();
    sections.map(|section| StoredItem::Section(Box::new(section))).try_for_each(&mut *take)?;
    let mut interner = Interner::default();
    let mut shared = 0;
    let take_row = |(base, parts, links): WholeRow| {
        shared += 1;
        if shared % SHARING_PRODUCTS == 0 {
            interner = Interner::default();
        }
        let Some(source_id) = base.source_id else { return Ok(()) };
        let links = links.as_ref().map(resources).transpose()?;
        take(StoredItem::Product(Box::new(record(base, parts, SourceId(source_id), &mut interner)?), links))
    };
    let rows =
        products::table.inner_join(product_contents::table).left_join(product_resources::table).order(products::id);
    for_each_row!(
        connection,
        inner => rows.select(columns_for::<WholeRow, _>(inner)),
        WholeRow,
        take_row
    )
}

fn record(
    base: WholeProductRow,
    parts: ContentsRow,
    source_id: SourceId,
    interner: &mut Interner<'_>,
) -> Result<ProductRecord, StoreError> {
    let time = Timestamp::from_unix_microseconds;
    let url = parse_url(base.url.as_deref(), format_args!("products.url of {:?}", base.stock_number))?;
    let vendor = base.vendor_id.zip(base.vendor_name);
    let WholeProductRow { hide_prices, retail, levels, sale, special, stock, shipping, .. } = base;
    let offer = OfferColumns { hide_prices, retail, levels, sale, special, stock, shipping };
    Ok(ProductRecord {
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
            record_content: time(base.record_content_at.unwrap_or(base.content_updated_at)),
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
    })
}

pub(super) fn resources(row: &LinksRow) -> Result<ResourceSet, StoreError> {
    Ok(ResourceSet {
        documentation: decode_links(&row.documentation, "product_resources.documentation")?,
        software: decode_links(&row.software, "product_resources.software")?,
        fingerprint: fingerprint(&row.fingerprint)?,
    })
}
