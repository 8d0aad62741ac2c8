//! What a list is narrowed by: each choice with the list without it.

use super::links::without_parameters;
use catalog_domain::catalog::{Facets, ListedValues, ProductQuery, ProductSort, Scope};
use catalog_domain::products::FilterDefinition;
use http_common::request::decode_query;
use localization::Message;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chip {
    pub(super) label: Message,
    /// The query of the list without it.
    pub(super) without: String,
}

/// The choices of `query`, whose page is that of a section, the text first.
pub(super) fn chips_of_section(
    query: &ProductQuery,
    own_query: &str,
    facets: Option<&Facets>,
    filters: &[FilterDefinition],
) -> Vec<Chip> {
    // Without a text nothing is best.
    let sort = if query.sort == ProductSort::Relevance { "sort" } else { "page" };
    let text = query.text.as_ref().map(|text| Chip {
        label: Message::new("chip-text").with("text", text.as_str()),
        without: without_parameters(own_query, &["q", "page", sort]),
    });
    text.into_iter().chain(chips(query, own_query, facets, filters)).collect()
}

/// The choices of `query`, whose page has `own_query`, apart from its text. `facets` are those of the list if it is
/// filtered, and `filters` those of its section.
pub(super) fn chips(
    query: &ProductQuery,
    own_query: &str,
    facets: Option<&Facets>,
    filters: &[FilterDefinition],
) -> Vec<Chip> {
    let mut chips = Vec::new();
    let flags = [
        (query.scope == Scope::Direct, "scope", "choice-direct"),
        (query.available == Some(true), "available", "choice-in-stock"),
        (query.available == Some(false), "available", "choice-not-in-stock"),
        (query.sale == Some(true), "sale", "choice-on-sale"),
        (query.sale == Some(false), "sale", "choice-not-on-sale"),
        (query.has_price == Some(true), "hasPrice", "choice-priced"),
        (query.has_price == Some(false), "hasPrice", "choice-not-priced"),
    ];
    for (_, name, label) in flags.into_iter().filter(|(is_chosen, ..)| *is_chosen) {
        chips.push(Chip { label: Message::new(label), without: without_parameters(own_query, &[name, "page"]) });
    }
    for vendor in query.vendors.iter().flatten() {
        let name = text_of(facets.map(|facets| &facets.vendors), vendor);
        chips.push(Chip { label: Message::plain(name), without: without_value(own_query, "vendor", vendor) });
    }
    for choice in &query.filters {
        let position = filters.iter().position(|filter| *filter.uid == *choice.uid);
        let name = position.map_or(&*choice.uid, |position| &*filters[position].name);
        let values = position.and_then(|position| facets?.filters.get(position));
        for key in &choice.keys {
            let label = Message::new("chip-filter").with("name", name).with("value", text_of(values, key));
            let without = without_value(own_query, "filter", &format!("{}:{key}", choice.uid));
            chips.push(Chip { label, without });
        }
    }
    chips
}

/// The text of a chosen value; one that no product has is its key.
fn text_of<'a>(values: Option<&'a ListedValues>, key: &'a str) -> &'a str {
    let found = values.and_then(|values| values.values.iter().find(|value| value.key == key));
    found.map_or(key, |found| &found.text)
}

/// `query` without the page and without `value` of `name`, which can be one of a list.
fn without_value(query: &str, name: &str, value: &str) -> String {
    let query = without_parameters(query, &["page"]);
    let pairs = query.split('&').filter_map(|pair| {
        let (own_name, own_value) = pair.split_once('=').unwrap_or((pair, ""));
        if !decode_query(own_name).is_ok_and(|own_name| own_name == name) {
            return Some(pair.to_owned());
        }
        // Commas separate the pieces before they are decoded; those of a filter's value do not.
        let pieces: Vec<&str> = if name == "filter" { vec![own_value] } else { own_value.split(',').collect() };
        let others = pieces.into_iter().filter(|piece| !decode_query(piece).is_ok_and(|piece| piece == value));
        let others = others.collect::<Vec<_>>().join(",");
        (!others.is_empty()).then(|| format!("{name}={others}"))
    });
    pairs.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_taken_out_of_a_list_and_nothing_else() {
        for (query, name, value, without) in [
            ("vendor=a&page=3&q=x", "vendor", "a", "q=x"),
            ("q=x&vendor=a,b%2Bc,d&sale=true", "vendor", "b+c", "q=x&vendor=a,d&sale=true"),
            ("vendor=a&vendor=b", "vendor", "a", "vendor=b"),
            ("filter=m:a%2Cb&filter=m:a&filter=n:a", "filter", "m:a", "filter=m:a%2Cb&filter=n:a"),
            ("f%69lter=m:a,b", "filter", "m:a,b", ""),
        ] {
            assert_eq!(without_value(query, name, value), without, "{query}");
        }
    }
}
