//! The columns of a price list, as a form chooses them and a link has them.

use super::links::{and_pair, without_parameters};
use crate::portal_error::PortalError;
use http_common::json::ErrorDetail;
use http_common::params::PriceListColumn;
use http_common::request::{decode_query, query_pairs, quoted};

pub(super) fn column_text(column: &PriceListColumn) -> &'static str {
    match column {
        PriceListColumn::StockNumber => "stock-number",
        PriceListColumn::Name => "column-name",
        PriceListColumn::FullName => "column-full-name",
        PriceListColumn::Vendor => "vendor",
        PriceListColumn::Section => "column-section",
        PriceListColumn::Retail => "column-retail",
        PriceListColumn::Personal => "column-personal",
        PriceListColumn::Sale => "column-sale",
        PriceListColumn::Currency => "column-currency",
        PriceListColumn::InStock => "in-stock",
        PriceListColumn::Shipping => "column-shipping",
        PriceListColumn::Url => "column-url",
    }
}

/// `query` with one list of the columns that a form sends one by one, and without one where it sends all.
pub(super) fn with_columns_in_one(query: &str) -> String {
    let columns: Vec<&str> = query.split('&').filter_map(|pair| pair.strip_prefix("columns=")).collect();
    if columns.len() < 2 {
        return query.to_owned();
    }
    let (others, columns) = (without_parameters(query, &["columns"]), columns.join(","));
    let are_all = columns == PriceListColumn::ALL.map(PriceListColumn::name).join(",");
    if are_all { others } else { and_pair(&others, &format!("columns={columns}")) }
}

/// The columns that the query of a list names.
pub(super) fn columns_of(query: &str) -> Result<Vec<PriceListColumn>, PortalError> {
    let Some(value) = query.split('&').find_map(|pair| pair.strip_prefix("columns=")) else { return Ok(Vec::new()) };
    let problem =
        |reason: String| PortalError::BadParameters(vec![ErrorDetail { parameter: "columns".into(), reason }]);
    let names = decode_query(value).map_err(|error| problem(error.to_owned()))?;
    let found = names.split(',').map(|name| PriceListColumn::from_name(name.trim()).ok_or(name));
    found.collect::<Result<_, &str>>().map_err(|name| problem(format!("'{}' is not a column", quoted(name))))
}

/// The fields of a form that gives `query`.
pub(super) fn fields_of(query: &str) -> Vec<(String, String)> {
    let text = |text: &str| decode_query(text).unwrap_or_default().into_owned();
    let pairs = query_pairs(query).unwrap_or_default().into_iter();
    pairs.map(|(name, value)| (text(name), text(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_one_list_and_all_of_them_none() {
        let all = PriceListColumn::ALL.map(|column| format!("&columns={}", column.name())).concat();
        for (query, expected) in [
            ("q=a", "q=a"),
            ("columns=name&q=a", "columns=name&q=a"),
            ("columns=name&q=a&columns=url", "q=a&columns=name,url"),
            (&*format!("q=a{all}"), "q=a"),
        ] {
            assert_eq!(with_columns_in_one(query), expected, "{query}");
        }
    }
}
