//! The parameters of price lists: those of the lists of products without what is about a page, and how the file looks.

use crate::price_lists::{Column, Format};
use crate::schemas::{PriceListColumnName, PriceListLocaleName};
use catalog_domain::catalog::ProductQuery;
use catalog_domain::values::Language;
use catalog_index::Catalog;
use http_common::params::{ParameterReader, Parameters, ProductListKind};
use http_common::request::quoted;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;
use utoipa::IntoParams;

#[derive(Debug, Hash)]
pub(crate) struct PriceList<L> {
    /// The list; `None` for a section id that no section can have.
    pub(crate) query: Option<ProductQuery>,
    pub(crate) look: Look,
    list: PhantomData<L>,
}

/// How a price list looks.
#[derive(Debug, Clone, Hash)]
pub(crate) struct Look {
    pub(crate) format: Format,
    pub(crate) columns: Arc<[Column]>,
    pub(crate) language: Language,
}

/// What the document says of the parameters of the look.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "the macro only reads what there is")]
pub(crate) struct LookOfFile {
    /// The columns, in that order; all of them by default.
    #[param(inline, style = Form, explode = false, min_items = 1, nullable = false)]
    columns: Option<Vec<PriceListColumnName>>,
    /// `en` (default), or `ru`: Russian heads, and in CSV a byte order mark, semicolons and decimal commas.
    #[param(inline, nullable = false)]
    locale: Option<PriceListLocaleName>,
}

impl<L> PriceList<L> {
    pub(crate) fn file_name(&self) -> String {
        let section = self.query.as_ref().and_then(|query| query.section);
        let of = section.map_or_else(|| "search".to_owned(), |section| section.to_string());
        format!("price-list-{of}.{}", self.look.format.extension())
    }
}

impl<L: ProductListKind> Parameters for PriceList<L> {
    const TAKES_BASIC: bool = true;

    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let query = L::read(reader);
        let name = reader.last_segment("format").unwrap_or_default();
        let look = Look {
            format: Format::of_file(&name).unwrap_or(Format::Csv),
            columns: read_columns(reader),
            language: read_locale(reader),
        };
        Self { query, look, list: PhantomData }
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        (self.query.as_ref().map(|query| catalog.known_query(query)), &self.look)
    }
}

fn read_columns(reader: &mut ParameterReader<'_>) -> Arc<[Column]> {
    if !reader.is_given("columns") {
        return Arc::new(Column::ALL);
    }
    let names = || Column::ALL.map(Column::name).join(", ");
    let column = |item: &str| match Column::from_name(item) {
        None => Err(format!("'{}' is not one of: {}", quoted(item), names())),
        column => Ok(column),
    };
    reader.list_of("columns", column).into()
}

/// The language of a file.
pub(crate) fn read_locale(reader: &mut ParameterReader<'_>) -> Language {
    reader.parsed("locale", read_language).unwrap_or(Language::English)
}

fn read_language(text: &str) -> Result<Language, String> {
    let found = Language::ALL.into_iter().find(|language| language.tag() == text);
    found.ok_or_else(|| "must be en or ru".into())
}
