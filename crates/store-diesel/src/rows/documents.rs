//! The JSON documents inside rows. Lists that every product has are arrays of arrays, because a catalog of hundreds of
//! thousands of products is read at once; money is an integer count of 1/10000 USD.

use self::scanner::{ScannedFilterValue, Scanner, scan_list};
use super::interner::Interner;
use crate::failure::inconsistent;
use catalog_domain::ports::{Cause, StoreError};
use catalog_domain::pricing::{LevelPrice, LevelPrices, ListedLevelPrice, Money, Stock, StockList};
use catalog_domain::products::{FilterDefinition, FilterText, FilterValue, FilterValueList, SharedFilterValue};
use catalog_domain::values::{FieldId, GroupId, ProductTypeId, SectionId};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

mod scanner;

pub(crate) fn encode(document: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(document).map_err(|error| StoreError::Unexpected(Cause::from(error)))
}

pub(crate) fn decode<'a, T: Deserialize<'a>>(text: &'a str, column: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| inconsistent(column, error))
}

/// Reads an array whose items `item` scans.
fn decode_list<'a, T: Deserialize<'a>>(
    text: &'a str,
    column: &str,
    item: impl FnMut(&mut Scanner<'a>) -> Option<T>,
) -> Result<Vec<T>, StoreError> {
    scan_list(text, item).map_or_else(|| decode(text, column), Ok)
}

/// `[1042,1000]`
pub(crate) fn encode_sections(sections: &[SectionId]) -> Result<String, StoreError> {
    encode(&sections.iter().map(|section| section.0).collect::<Vec<_>>())
}

/// Reads what [`encode_sections`] writes.
pub(crate) fn decode_sections<L: FromIterator<SectionId>>(text: &str, column: &str) -> Result<L, StoreError> {
    Ok(decode_list(text, column, Scanner::integer)?.into_iter().map(SectionId).collect())
}

#[derive(Serialize, Deserialize)]
pub(crate) struct LevelPriceDocument<'a>(#[serde(borrow)] Cow<'a, str>, Option<i64>);

pub(crate) fn level_documents(levels: &LevelPrices) -> Vec<LevelPriceDocument<'_>> {
    let document = |ListedLevelPrice { level, price }| LevelPriceDocument(level.name().into(), price.map(Money::units));
    levels.iter().map(document).collect()
}

/// `[["Опт",17990000],["Дилер",null]]`
pub(crate) fn encode_levels(levels: &LevelPrices) -> Result<String, StoreError> {
    encode(&level_documents(levels))
}

/// Reads what [`encode_levels`] writes.
pub(crate) fn decode_levels(text: &str, interner: &mut Interner<'_>) -> Result<LevelPrices, StoreError> {
    let documents = decode_list(text, "products.levels", |scanner| {
        scanner.skip("[")?;
        let name = scanner.text()?;
        scanner.skip(",")?;
        let price = if scanner.skip("null").is_some() { None } else { Some(scanner.integer()?) };
        scanner.skip("]")?;
        Some(LevelPriceDocument(name.into(), price))
    })?;
    Ok(level_prices(&documents, interner))
}

pub(crate) fn level_prices(documents: &[LevelPriceDocument<'_>], interner: &mut Interner<'_>) -> LevelPrices {
    let names: Vec<&str> = documents.iter().map(|LevelPriceDocument(name, _)| &**name).collect();
    let price = |LevelPriceDocument(_, units): &LevelPriceDocument<'_>| units.map(Money::from_units);
    match interner.levels(&names) {
        Some(levels) => LevelPrices::sharing(levels, documents.iter().map(price)),
        None => {
            let level_price = |document: &LevelPriceDocument<'_>| LevelPrice {
                level: interner.level(&document.0),
                price: price(document),
            };
            documents.iter().map(level_price).collect()
        }
    }
}

/// The stock of a warehouse: `["main",5]`.
#[derive(Serialize, Deserialize)]
struct StockDocument<'a>(#[serde(borrow)] Cow<'a, str>, i64);

/// `[["main",5]]`
pub(crate) fn encode_stock(stock: &StockList) -> Result<String, StoreError> {
    encode(&stock.iter().map(|entry| StockDocument((**entry.warehouse).into(), entry.quantity)).collect::<Vec<_>>())
}

/// Reads what [`encode_stock`] writes.
pub(crate) fn decode_stock(text: &str, interner: &mut Interner<'_>) -> Result<StockList, StoreError> {
    let documents = decode_list(text, "products.stock", |scanner| {
        scanner.skip("[")?;
        let id = scanner.text()?;
        scanner.skip(",")?;
        let quantity = scanner.integer()?;
        scanner.skip("]")?;
        Some(StockDocument(id.into(), quantity))
    })?;
    let ids: Vec<&str> = documents.iter().map(|StockDocument(id, _)| &**id).collect();
    Ok(match interner.warehouses(&ids) {
        Some(warehouses) => {
            StockList::sharing(warehouses, documents.iter().map(|StockDocument(_, quantity)| *quantity))
        }
        None => {
            let stock = |StockDocument(id, quantity): &StockDocument<'_>| Stock {
                warehouse: interner.text(id),
                quantity: *quantity,
            };
            documents.iter().map(stock).collect()
        }
    })
}

/// A filter value: `[17,"power","5 kW","5-kw",[1042,1000]]`.
#[derive(Serialize, Deserialize)]
struct FilterValueDocument<'a>(
    i64,
    #[serde(borrow)] Cow<'a, str>,
    #[serde(borrow)] Cow<'a, str>,
    #[serde(borrow)] Cow<'a, str>,
    Vec<i64>,
);

pub(crate) fn encode_filter_values(values: &[FilterValue]) -> Result<String, StoreError> {
    let document = |value: &FilterValue| -> (i64, String, String, String, Vec<i64>) {
        let sections = value.sections.iter().map(|section| section.0).collect();
        (value.field_id.0, value.uid.to_string(), value.value.to_string(), value.key.to_string(), sections)
    };
    encode(&values.iter().map(document).collect::<Vec<_>>())
}

pub(crate) fn decode_filter_values(text: &str, interner: &mut Interner<'_>) -> Result<FilterValueList, StoreError> {
    let Some(scanned) = scan_list(text, Scanner::filter_value) else {
        let documents: Vec<FilterValueDocument<'_>> = decode(text, "products.filter_values")?;
        return Ok(documents.into_iter().map(|document| document.into_shared(interner)).collect());
    };
    let Some(first) = scanned.first() else { return Ok(FilterValueList::default()) };
    if scanned.iter().any(|value| value.sections != first.sections) {
        let value = |value: &ScannedFilterValue<'_>| -> Result<SharedFilterValue, StoreError> {
            Ok(SharedFilterValue { text: filter_text(value, interner)?, sections: applicable(value, interner)? })
        };
        return scanned.iter().map(value).collect();
    }
    let mut texts = Vec::with_capacity(scanned.len());
    for value in &scanned {
        texts.push(filter_text(value, interner)?);
    }
    Ok(FilterValueList::together(texts.into(), applicable(first, interner)?))
}

impl FilterValueDocument<'_> {
    fn into_shared(self, interner: &mut Interner<'_>) -> SharedFilterValue {
        let Self(field, uid, value, key, sections) = self;
        let sections: Vec<SectionId> = sections.into_iter().map(SectionId).collect();
        let text = interner.filter_text(FieldId(field), &uid, &value, &key);
        SharedFilterValue { text, sections: interner.sections(&sections) }
    }
}

/// What the value is. Products of a catalog have the same few values: most are cached by their text as it is written.
fn filter_text(value: &ScannedFilterValue<'_>, interner: &mut Interner<'_>) -> Result<Arc<FilterText>, StoreError> {
    if let Some(known) = interner.parsed_text(value.text) {
        return Ok(known);
    }
    let document: FilterValueDocument<'_> = decode(value.document, "products.filter_values")?;
    let text = document.into_shared(interner).text;
    interner.cache_parsed_text(value.text, &text);
    Ok(text)
}

/// The sections in which the value applies.
fn applicable(
    value: &ScannedFilterValue<'_>,
    interner: &mut Interner<'_>,
) -> Result<Arc<Box<[SectionId]>>, StoreError> {
    if let Some(known) = interner.parsed_list(value.sections) {
        return Ok(known);
    }
    let sections: Vec<SectionId> = decode_sections(value.sections, "products.filter_values")?;
    let list = interner.sections(&sections);
    interner.cache_parsed_list(value.sections, &list);
    Ok(list)
}

/// Whether one of the filter values in `text`, as [`encode_filter_values`] writes them, names one of `sections`.
pub(crate) fn names_section(text: &str, sections: &HashSet<SectionId>) -> Result<bool, StoreError> {
    type SectionsOnly = (IgnoredAny, IgnoredAny, IgnoredAny, IgnoredAny, Vec<i64>);
    let documents: Vec<SectionsOnly> = decode(text, "products.filter_values")?;
    Ok(documents.iter().flat_map(|document| &document.4).any(|section| sections.contains(&SectionId(*section))))
}

/// Whether the stock in `text`, as [`encode_stock`] writes it, has an entry for one of `warehouses`.
pub(crate) fn names_warehouse(text: &str, warehouses: &HashSet<Arc<str>>) -> Result<bool, StoreError> {
    let documents: Vec<StockDocument<'_>> = decode(text, "products.stock")?;
    Ok(documents.iter().any(|StockDocument(id, _)| warehouses.contains(&**id)))
}

/// One filter of a section. Few sections have many, so the fields have names.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FilterDefinitionDocument {
    uid: Box<str>,
    name: Box<str>,
    group_name: Box<str>,
    group_ids: Vec<i64>,
    field_ids: Vec<i64>,
    type_ids: Vec<i64>,
    data_type: Box<str>,
    is_multiple: bool,
    main_filter: bool,
    hidden: bool,
}

pub(crate) fn encode_filters(filters: &[FilterDefinition]) -> Result<String, StoreError> {
    let document = |filter: &FilterDefinition| FilterDefinitionDocument {
        uid: filter.uid.clone(),
        name: filter.name.clone(),
        group_name: filter.group_name.clone(),
        group_ids: filter.group_ids.iter().map(|id| id.0).collect(),
        field_ids: filter.field_ids.iter().map(|id| id.0).collect(),
        type_ids: filter.type_ids.iter().map(|id| id.0).collect(),
        data_type: filter.data_type.clone(),
        is_multiple: filter.is_multiple,
        main_filter: filter.main_filter,
        hidden: filter.hidden,
    };
    encode(&filters.iter().map(document).collect::<Vec<_>>())
}

/// Reads what [`encode_filters`] writes.
pub(crate) fn decode_filters(text: &str) -> Result<Vec<FilterDefinition>, StoreError> {
    let documents: Vec<FilterDefinitionDocument> = decode(text, "sections.filters")?;
    let definition = |document: FilterDefinitionDocument| FilterDefinition {
        uid: document.uid,
        name: document.name,
        group_name: document.group_name,
        group_ids: document.group_ids.into_iter().map(GroupId).collect(),
        field_ids: document.field_ids.into_iter().map(FieldId).collect(),
        type_ids: document.type_ids.into_iter().map(ProductTypeId).collect(),
        data_type: document.data_type,
        is_multiple: document.is_multiple,
        main_filter: document.main_filter,
        hidden: document.hidden,
    };
    Ok(documents.into_iter().map(definition).collect())
}

#[cfg(test)]
mod tests;
