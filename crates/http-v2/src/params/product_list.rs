//! What the document says of the parameters of lists of products: of pages, of searches and of price lists. They are
//! read in `http_common::params`.

use crate::schemas::{
    FilterChoiceText, ListedId, PageSizeNumber, PositiveNumber, ProductPagePartName, ScopeName, SearchPartName,
    SearchQueryText, SectionIdText, SortName,
};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr, Required};
use utoipa::{IntoParams, PartialSchema, ToSchema};

type Place = Option<ParameterIn>;

/// The section that the path names.
pub(crate) struct SectionInPath;

/// Which products of a section, and in which order.
pub(crate) struct SectionList;

/// What is found, and in which order.
pub(crate) struct SearchList;

/// Which page of a list, and what is on it.
pub(crate) struct PageOfList;

/// The same of what is found.
pub(crate) struct PageOfSearch;

impl IntoParams for SectionInPath {
    fn into_params(_: impl Fn() -> Place) -> Vec<Parameter> {
        let id = ParameterBuilder::new().name("id").parameter_in(ParameterIn::Path).required(Required::True);
        let id = id.description(Some("The public section id.")).schema(Some(named::<SectionIdText>()));
        vec![id.example(Some("1000".into())).build()]
    }
}

impl IntoParams for SectionList {
    fn into_params(_: impl Fn() -> Place) -> Vec<Parameter> {
        let scope = "`subtree` (default): unique products of the section and all sections below it; `direct`: only \
            those linked directly.";
        let text = "What to search for: up to 10 words, all of which have to be found.";
        let filter = "A value of a section filter as `<uid>:<key>`; repeatable. The key may be empty, and both may \
            contain colons. Keys of one filter combine with OR, different filters with AND.";
        let sort = "The order; `name` by default. `-contentUpdatedAt` is newest first, `price` by the caller's price \
            with what has none last. `relevance` is for searches only, and their default.";
        let first = [query("scope", ScopeName::schema(), scope), query("q", SearchQueryText::schema(), text)];
        first.map(ParameterBuilder::build).into_iter().chain(choices(filter, sort)).collect()
    }
}

impl IntoParams for SearchList {
    fn into_params(_: impl Fn() -> Place) -> Vec<Parameter> {
        let text = "What to search for: up to 10 words. A word with a digit is a piece of a number, whatever signs \
            stand in it; any other is the beginning of a word, or one with a typo.";
        let section = "The public section to search in; without it, all public products are searched.";
        let filter = "A value of a filter as `<uid>:<key>`, of the section or, without one, of any public section; \
            repeatable. Keys of one filter combine with OR, different filters with AND.";
        let text = query("q", SearchQueryText::schema(), text).required(Required::True);
        let first = [text.example(Some("PMP-002076".into())), query("section", named::<SectionIdText>(), section)];
        let all = first.map(ParameterBuilder::build).into_iter();
        all.chain(choices(filter, "The order; `relevance` by default.")).collect()
    }
}

impl IntoParams for PageOfList {
    fn into_params(_: impl Fn() -> Place) -> Vec<Parameter> {
        let include = "Parts to add to each product, and `facets`: the facets of the list.";
        page_of(ProductPagePartName::schema(), include)
    }
}

impl IntoParams for PageOfSearch {
    fn into_params(_: impl Fn() -> Place) -> Vec<Parameter> {
        let include = "Parts to add to each product, `facets`: the facets of the list, and `matchingSections`: \
            sections whose name has what is searched for.";
        page_of(SearchPartName::schema(), include)
    }
}

fn page_of(part: RefOr<Schema>, include: &str) -> Vec<Parameter> {
    let page = "Counted from 1 (default). A page beyond the last is empty.";
    let all = [
        query("page", PositiveNumber::schema(), page),
        query("pageSize", PageSizeNumber::schema(), "Products on a page."),
        list("include", ArrayBuilder::new().items(part), include),
    ];
    all.map(ParameterBuilder::build).into()
}

/// The choice of products in any list.
fn choices(filter: &str, sort: &str) -> [Parameter; 6] {
    let flag = || ObjectBuilder::new().schema_type(Type::Boolean);
    let vendors = ArrayBuilder::new().items(ListedId::schema()).min_items(Some(1)).max_items(Some(500));
    let filters = ArrayBuilder::new().items(FilterChoiceText::schema()).max_items(Some(500));
    let price = "Whether a retail, personal or valid sale price is available to the caller; a price on request never \
        is.";
    [
        list("vendor", vendors, "Public vendor ids; several combine with OR."),
        query("available", flag(), "Positive stock on at least one warehouse, or none."),
        query("sale", flag(), "The sale flag."),
        query("hasPrice", flag(), price),
        list("filter", filters, filter).explode(Some(true)),
        query("sort", SortName::schema(), sort),
    ]
    .map(ParameterBuilder::build)
}

fn query(name: &str, schema: impl Into<RefOr<Schema>>, description: &str) -> ParameterBuilder {
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query).required(Required::False);
    parameter.description(Some(description)).schema(Some(schema))
}

/// Separated by commas.
fn list(name: &str, items: ArrayBuilder, description: &str) -> ParameterBuilder {
    query(name, items, description).style(Some(ParameterStyle::Form)).explode(Some(false))
}

fn named<T: ToSchema>() -> RefOr<Schema> {
    Ref::from_schema_name(T::name()).into()
}
