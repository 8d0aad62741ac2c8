//! The stored content of products, as an import compares it with their records.

use crate::connection::StoreConnection;
use crate::failure::inconsistent;
use crate::prelude::*;
use crate::rows::documents::decode_filter_values;
use crate::rows::interner::Interner;
use crate::rows::offer_columns::OfferColumns;
use crate::rows::part_documents::{decode_configurator, decode_features, decode_photos};
use crate::schema::{ContentsRow, product_contents, products};
use catalog_domain::ports::{ProductParts, Seo, StoreError, StoredContent};
use catalog_domain::products::{FilterValue, ListedFilterValue};
use catalog_domain::values::{PageUrl, ProductTypeId, SectionId};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Queryable, Selectable)]
#[diesel(table_name = products)]
struct BaseRow {
    stock_number: String,
    name: String,
    full_name: String,
    url: Option<String>,
    primary_section: Option<i64>,
    preview: Option<String>,
    filter_values: String,
    type_id: i64,
    #[diesel(embed)]
    offer: OfferColumns,
}

/// The content of the requested products, in the requested order.
pub(crate) fn stored_contents(
    connection: &mut StoreConnection,
    stock_numbers: &[Box<str>],
) -> Result<Vec<Option<StoredContent>>, StoreError> {
    // A text with a NUL is not a stock number, and PostgreSQL rejects it.
    let possible: Vec<&str> = stock_numbers.iter().map(|text| &**text).filter(|text| !text.contains('\0')).collect();
    let rows: Vec<(BaseRow, ContentsRow)> = products::table
        .inner_join(product_contents::table)
        .filter(products::stock_number.eq_any(possible))
        .select((BaseRow::as_select(), ContentsRow::as_select()))
        .load(connection)?;
    let mut interner = Interner::default();
    let mut found = HashMap::with_capacity(rows.len());
    for (base, parts) in rows {
        found.insert(base.stock_number.clone(), content(base, parts, &mut interner)?);
    }
    Ok(stock_numbers.iter().map(|stock_number| found.remove(&**stock_number)).collect())
}

fn content(base: BaseRow, parts: ContentsRow, interner: &mut Interner<'_>) -> Result<StoredContent, StoreError> {
    let url = base.url.as_deref().map(PageUrl::parse).transpose();
    Ok(StoredContent {
        name: base.name.into(),
        full_name: base.full_name.into(),
        url: url.map_err(|error| inconsistent("products.url", error))?,
        primary_section: base.primary_section.map(SectionId),
        preview: base.preview.map(Into::into),
        filter_values: decode_filter_values(&base.filter_values, interner)?.iter().map(filter_value).collect(),
        parts: product_parts(parts, interner)?,
        type_id: ProductTypeId(base.type_id),
        offer: base.offer.into_offer(interner)?,
    })
}

pub(crate) fn filter_value(ListedFilterValue { text, sections }: ListedFilterValue<'_>) -> FilterValue {
    FilterValue {
        field_id: text.field_id,
        uid: Arc::clone(&text.uid),
        value: Arc::clone(&text.value),
        key: Arc::clone(&text.key),
        sections: (**sections).clone(),
    }
}

pub(crate) fn product_parts(parts: ContentsRow, interner: &mut Interner<'_>) -> Result<ProductParts, StoreError> {
    Ok(ProductParts {
        description: parts.description.into(),
        photos: decode_photos(&parts.photos)?,
        seo: Seo { title: parts.seo_title.into(), html: parts.seo_html.into() },
        features: decode_features(&parts.features)?,
        configurator: parts.configurator.map(|text| decode_configurator(&text, interner)).transpose()?,
        price_data: parts.price_data.map(Into::into),
    })
}
