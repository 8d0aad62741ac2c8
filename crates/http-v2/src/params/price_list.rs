//! The parameters of price lists: those of the lists of products without what is about a page, and how the file looks.

use crate::price_lists::{Column, Format};
use catalog_domain::catalog::ProductQuery;
use catalog_domain::values::Language;
use catalog_index::Catalog;
use http_common::params::{ParameterReader, Parameters, read_search, read_section_list};
use http_common::request::quoted;
use std::hash::Hash;
use std::sync::Arc;

pub(crate) const SEARCH_PRICE_LIST: &str = "/api/v2/products/search/";

#[derive(Debug, Hash)]
pub(crate) struct PriceList {
    /// The list; `None` for a section id that no section can have.
    pub(crate) query: Option<ProductQuery>,
    pub(crate) format: Format,
    pub(crate) columns: Arc<[Column]>,
    pub(crate) language: Language,
}

#[derive(Debug, Hash)]
pub(crate) struct GetSectionPriceList(PriceList);

#[derive(Debug, Hash)]
pub(crate) struct GetSearchPriceList(PriceList);

impl PriceList {
    /// `segment` is the position of the file's name in the path.
    fn read(reader: &mut ParameterReader<'_>, query: Option<ProductQuery>, segment: usize) -> Self {
        let name = reader.segment("format", segment).unwrap_or_default();
        Self {
            query,
            format: Format::of_file(&name).unwrap_or(Format::Csv),
            columns: read_columns(reader),
            language: reader.parsed("locale", read_language).unwrap_or(Language::English),
        }
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        (self.query.as_ref().map(|query| catalog.known_query(query)), self.format, &self.columns, self.language)
    }

    pub(crate) fn file_name(&self) -> String {
        let section = self.query.as_ref().and_then(|query| query.section);
        let of = section.map_or_else(|| "search".to_owned(), |section| section.to_string());
        format!("price-list-{of}.{}", self.format.extension())
    }
}

fn read_columns(reader: &mut ParameterReader<'_>) -> Arc<[Column]> {
    if !reader.is_given("columns") {
        return Column::all().map(|(column, _)| column).collect();
    }
    let columns = reader.list_of("columns", |item| match Column::all().find(|(_, name)| *name == item) {
        Some((column, _)) => Ok(Some(column)),
        None => {
            let names: Vec<_> = Column::all().map(|(_, name)| name).collect();
            Err(format!("'{}' is not one of: {}", quoted(item), names.join(", ")))
        }
    });
    columns.into()
}

fn read_language(text: &str) -> Result<Language, String> {
    let found = Language::ALL.into_iter().find(|language| language.tag() == text);
    found.ok_or_else(|| "must be en or ru".into())
}

impl Parameters for GetSectionPriceList {
    const TAKES_BASIC: bool = true;

    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let query = read_section_list(reader);
        Self(PriceList::read(reader, query, "/api/v2/catalog/sections/{id}/".matches('/').count()))
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        self.0.question(catalog)
    }
}

impl Parameters for GetSearchPriceList {
    const TAKES_BASIC: bool = true;

    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let query = read_search(reader);
        Self(PriceList::read(reader, query, SEARCH_PRICE_LIST.matches('/').count()))
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        self.0.question(catalog)
    }
}

impl AsRef<PriceList> for GetSectionPriceList {
    fn as_ref(&self) -> &PriceList {
        &self.0
    }
}

impl AsRef<PriceList> for GetSearchPriceList {
    fn as_ref(&self) -> &PriceList {
        &self.0
    }
}
