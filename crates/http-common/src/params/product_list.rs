//! The parameters of product lists (`docs/contract.md#product-list`): of a section, and of what a text finds anywhere.

use super::parameter_reader::ParameterReader;
use super::parameters::Parameters;
use super::product_parts::{PagePart, ProductParts};
use crate::request::request_limits::{LimitError, MAXIMUM_LISTED};
use catalog_domain::catalog::{FilterChoice, ProductQuery, ProductSort, Scope};
use catalog_domain::search::SearchText;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// Which products a list has.
pub trait ProductListKind: Debug + Hash + Send + Sync + 'static {
    /// Whether a page of the list has a cursor of the change feed.
    const HAS_CURSOR: bool;

    /// The parts that a page of it may have.
    const PARTS: &'static [PagePart];

    /// The list, whatever the page; `None` for a section id that no section can have.
    fn read(reader: &mut ParameterReader<'_>) -> Option<ProductQuery>;
}

/// The list of the section that the path names.
#[derive(Debug, Hash)]
pub enum OfSection {}

/// What a text finds, in all sections or in one.
#[derive(Debug, Hash)]
pub enum OfSearch {}

/// Parameters of a page of a list of products.
#[derive(Debug, Hash)]
pub struct ListPage<L> {
    /// The query; `None` for a section id that no section can have.
    pub query: Option<ProductQuery>,
    /// Parts of each product.
    pub parts: ProductParts,
    /// Whether the list comes with its facets.
    pub facets: bool,
    /// Whether it comes with the sections whose name has the text.
    pub matching_sections: bool,
    list: PhantomData<L>,
}

/// Parameters of a section's product list.
pub type ListSectionProducts = ListPage<OfSection>;

/// Parameters of a search over all public products, or those of a section. The query has a text.
pub type SearchProducts = ListPage<OfSearch>;

impl<L: ProductListKind> Parameters for ListPage<L> {
    const HAS_CURSOR: bool = L::HAS_CURSOR;

    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let query = L::read(reader);
        let page = reader.page();
        let (parts, of_page) = ProductParts::of_list_page(reader, L::PARTS);
        let [facets, matching_sections] =
            [PagePart::Facets, PagePart::MatchingSections].map(|part| of_page.contains(&part));
        let query = query.map(|query| ProductQuery { page, ..query });
        Self { query, parts, facets, matching_sections, list: PhantomData }
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        (self.query.as_ref().map(|query| catalog.known_query(query)), self.parts, self.facets, self.matching_sections)
    }
}

impl ProductListKind for OfSection {
    const HAS_CURSOR: bool = true;
    const PARTS: &'static [PagePart] = PagePart::OF_LISTS;

    fn read(reader: &mut ParameterReader<'_>) -> Option<ProductQuery> {
        let section = reader.section_id();
        // Everything is read whatever the section, so that a wrong parameter is always a 400.
        let scope = reader.parsed("scope", read_scope).unwrap_or_default();
        let query = ProductQuery { section, scope, ..read_query(reader) };
        section.map(|_| query)
    }
}

impl ProductListKind for OfSearch {
    const HAS_CURSOR: bool = false;
    const PARTS: &'static [PagePart] = &PagePart::OF_SEARCHES;

    fn read(reader: &mut ParameterReader<'_>) -> Option<ProductQuery> {
        if !reader.is_given("q") {
            reader.note("q", "is required");
        }
        let section = reader.parsed("section", |text| SectionId::parse_any(text).map_err(|error| error.to_string()));
        let query = ProductQuery { section: section.flatten(), ..read_query(reader) };
        (section != Some(None)).then_some(query)
    }
}

/// Everything but the section, the scope and the page.
fn read_query(reader: &mut ParameterReader<'_>) -> ProductQuery {
    // A wrong text makes no other parameter wrong.
    let has_text = reader.is_given("q");
    ProductQuery {
        text: reader.parsed("q", |text| SearchText::parse(text).map_err(|error| error.to_string())),
        vendors: reader.list("vendor").map(sorted),
        available: reader.flag("available"),
        sale: reader.flag("sale"),
        has_price: reader.flag("hasPrice"),
        filters: read_filters(reader),
        sort: reader.parsed("sort", |text| read_sort(text, has_text)).unwrap_or(ProductSort::default_of(has_text)),
        ..ProductQuery::everywhere()
    }
}

fn read_scope(text: &str) -> Result<Scope, String> {
    Scope::from_name(text).ok_or_else(|| "must be subtree or direct".into())
}

fn read_sort(text: &str, has_text: bool) -> Result<ProductSort, String> {
    let known = ProductSort::of_lists(has_text);
    let found = known.iter().copied().find(|sort| sort.name() == text);
    let names = || known.iter().map(|sort| sort.name()).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("must be one of {}", names()))
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
