//! A page of products: of a section (`docs/contract.md#product-list`), or of what a text finds
//! (`docs/contract.md#search`).

use super::facets::FacetsBody;
use super::product::ProductBody;
use super::product_list::finish_page;
use super::url_group::UrlGroupBody;
use crate::schemas::{ScopeName, SectionIdText, SortName};
use catalog_domain::catalog::{PageRequest, ProductQuery};
use catalog_domain::search::{SearchText, Suggestion};
use catalog_domain::values::{PageUrl, SectionId};
use catalog_index::Catalog;
use http_common::json::{ProductListWriter, as_text};
use serde::Serialize;
use utoipa::ToSchema;

/// What is on a page of a list.
pub(crate) struct PageContent<'a> {
    pub(crate) products: ProductListWriter,
    /// How many products the whole list has.
    pub(crate) total: u64,
    pub(crate) facets: Option<FacetsBody<'a>>,
    pub(crate) suggestion: Option<Option<SuggestionBody<'a>>>,
    pub(crate) matching_sections: Option<Vec<MatchingSectionBody<'a>>>,
}

/// A page of products.
#[derive(Debug, ToSchema)]
#[schema(as = ProductPage)]
pub(crate) struct ProductPageBody<'a> {
    #[schema(value_type = Vec<ProductBody<'_>>)]
    items: ProductListWriter,
    meta: ProductPageMeta<'a>,
    /// The facets of the list (`include=facets`).
    #[schema(nullable = false)]
    facets: Option<FacetsBody<'a>>,
}

/// A page of products that a text finds.
#[derive(Debug, ToSchema)]
#[schema(as = SearchPage)]
pub(crate) struct SearchPageBody<'a> {
    #[schema(value_type = Vec<ProductBody<'_>>)]
    items: ProductListWriter,
    meta: SearchPageMeta<'a>,
    /// The facets of the list (`include=facets`).
    #[schema(nullable = false)]
    facets: Option<FacetsBody<'a>>,
    /// At most 10 sections whose name has all words (`include=matchingSections`); those with more products first.
    #[schema(rename = "matchingSections", nullable = false)]
    matching_sections: Option<Vec<MatchingSectionBody<'a>>>,
}

/// A section whose name has what was searched for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MatchingSection)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchingSectionBody<'a> {
    /// The public section id.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    id: SectionId,
    #[schema(example = "Pumps")]
    name: &'a str,
    url: UrlGroupBody<'a>,
    /// Active public products of the section and its public subtree.
    product_count: u64,
}

/// What finds something where nothing was found.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchSuggestion)]
pub(crate) struct SuggestionBody<'a> {
    /// The text as it was typed, without what nothing has.
    q: &'a str,
    /// How many products the same request finds with it.
    #[schema(minimum = 1)]
    total: u64,
}

/// About a page of products.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductPageMeta)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductPageMeta<'a> {
    /// The requested section.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    section_id: SectionId,
    /// Which products of the section.
    #[schema(value_type = ScopeName, inline)]
    scope: &'static str,
    /// What was searched for, without blanks around it; only where something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    q: Option<&'a str>,
    /// The order of the list.
    #[schema(value_type = SortName, inline)]
    sort: &'static str,
    pagination: PaginationBody,
    /// What to search for instead; only where nothing was found, and null where nothing else finds anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SuggestionBody<'_>>)]
    suggestion: Option<Option<SuggestionBody<'a>>>,
    /// Where to start following the section's changes after reading its list: store the one of the first page. It is
    /// valid for the retention period, counted from when the page was made; a 304 does not renew it.
    changes_cursor: String,
}

/// About a page of products that a text finds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchPageMeta)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchPageMeta<'a> {
    /// What was searched for, without blanks around it.
    q: &'a str,
    /// The requested section; null for all public products.
    #[schema(required, value_type = Option<SectionIdText>)]
    section_id: Option<String>,
    /// The order of the list.
    #[schema(value_type = SortName, inline)]
    sort: &'static str,
    pagination: PaginationBody,
    /// What to search for instead; only where nothing was found, and null where nothing else finds anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SuggestionBody<'_>>)]
    suggestion: Option<Option<SuggestionBody<'a>>>,
}

/// The position of a page in its list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Pagination)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaginationBody {
    /// Counted from 1.
    #[schema(minimum = 1)]
    page: u64,
    #[schema(minimum = 1, maximum = 1000)]
    page_size: u32,
    /// 0 when the list is empty.
    page_count: u64,
    /// Products, or users, in the whole list.
    total: u64,
}

impl PaginationBody {
    pub(super) fn new(page: PageRequest, total: u64) -> Self {
        Self { page: page.page, page_size: page.size, page_count: page.page_count(total), total }
    }
}

impl<'a> From<&'a Suggestion> for SuggestionBody<'a> {
    fn from(suggestion: &'a Suggestion) -> Self {
        Self { q: suggestion.text.as_str(), total: suggestion.total }
    }
}

impl<'a> MatchingSectionBody<'a> {
    /// These sections of the catalog, each with the number of its products.
    pub(crate) fn all(catalog: &'a Catalog, sections: &[(SectionId, u64)]) -> Vec<Self> {
        let tree = catalog.sections();
        let found = sections.iter().filter_map(|(id, product_count)| {
            let section = &tree.node(tree.find(*id)?).section;
            let url = section.url.as_ref().map(PageUrl::borrowed).into();
            Some(Self { id: section.id, name: &section.name, url, product_count: *product_count })
        });
        found.collect()
    }
}

impl<'a> ProductPageBody<'a> {
    /// The page of `query` in `section` with this content, and the section's sync point at its revision.
    pub(crate) fn new(
        (section_id, query): (SectionId, &'a ProductQuery),
        changes_cursor: String,
        content: PageContent<'a>,
    ) -> Self {
        let PageContent { products, total, facets, suggestion, .. } = content;
        let meta = ProductPageMeta {
            section_id,
            scope: query.scope.name(),
            q: query.text.as_ref().map(SearchText::as_str),
            sort: query.sort.name(),
            pagination: PaginationBody::new(query.page, total),
            suggestion,
            changes_cursor,
        };
        Self { items: products, meta, facets }
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_page(self.items.into_text(), &self.meta, self.facets.as_ref(), None)
    }
}

impl<'a> SearchPageBody<'a> {
    /// The page of `query` with this content.
    pub(crate) fn new(query: &'a ProductQuery, content: PageContent<'a>) -> Self {
        let PageContent { products, total, facets, suggestion, matching_sections } = content;
        let meta = SearchPageMeta {
            q: query.text.as_ref().map(SearchText::as_str).unwrap_or_default(),
            section_id: query.section.map(|section| section.to_string()),
            sort: query.sort.name(),
            pagination: PaginationBody::new(query.page, total),
            suggestion,
        };
        Self { items: products, meta, facets, matching_sections }
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_page(self.items.into_text(), &self.meta, self.facets.as_ref(), self.matching_sections.as_ref())
    }
}
