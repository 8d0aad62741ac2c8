//! The parameters of a section's product list (`docs/contract.md#product-list`).

use super::parameter_reader::ParameterReader;
use super::parameters::Parameters;
use super::product_parts::ProductParts;
use crate::request::request_limits::{LimitError, MAXIMUM_LISTED};
use catalog_domain::catalog::{FilterChoice, ProductQuery, ProductSort, Scope};
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

/// Parameters of a product list.
#[derive(Debug, Hash)]
pub struct ListSectionProducts {
    /// The query; `None` for a section id that no section can have.
    pub query: Option<ProductQuery>,
    /// Parts of each product.
    pub parts: ProductParts,
}

impl Parameters for ListSectionProducts {
    const HAS_CURSOR: bool = true;

    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let section = reader.section_id();
        // Everything is read whatever the section, so that a wrong parameter is always a 400.
        let query = ProductQuery {
            scope: reader.parsed("scope", read_scope).unwrap_or_default(),
            vendors: reader.list("vendor").map(sorted),
            available: reader.flag("available"),
            sale: reader.flag("sale"),
            has_price: reader.flag("hasPrice"),
            filters: read_filters(reader),
            sort: reader.parsed("sort", read_sort).unwrap_or_default(),
            page: reader.page(),
            ..ProductQuery::of_section(section.unwrap_or(SectionId(0)))
        };
        Self { query: section.map(|_| query), parts: ProductParts::of_section_list(reader) }
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        (self.query.as_ref().map(|query| catalog.known_query(query)), self.parts)
    }
}

fn read_scope(text: &str) -> Result<Scope, String> {
    Scope::from_name(text).ok_or_else(|| "must be subtree or direct".into())
}

fn read_sort(text: &str) -> Result<ProductSort, String> {
    let names = || ProductSort::ALL.map(ProductSort::name).join(", ");
    ProductSort::from_name(text).ok_or_else(|| format!("must be one of {}", names()))
}

/// The choices in `filter=<uid>:<key>`, by uid, each with its keys. A key may be empty. Each uid ends at the first
/// colon here; [`Catalog::known_query`] corrects those that have colons.
fn read_filters(reader: &mut ParameterReader<'_>) -> Vec<FilterChoice> {
    let mut choices: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for text in reader.repeated("filter") {
        // No uid is empty.
        match text.char_indices().skip(1).find(|(_, character)| *character == ':') {
            Some((at, _)) => {
                choices.entry(text[..at].into()).or_default().insert(text[at + 1..].into());
            }
            None => reader.note("filter", "must be a filter's uid, a colon and a value's key"),
        }
    }
    if choices.values().map(BTreeSet::len).sum::<usize>() > MAXIMUM_LISTED {
        reader.note("filter", LimitError::Listed);
    }
    choices.into_iter().map(|(uid, keys)| FilterChoice { uid, keys: keys.into_iter().collect() }).collect()
}

/// The order of ids that combine with OR is irrelevant: sorted, equal requests are equal.
fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort_unstable();
    ids
}
