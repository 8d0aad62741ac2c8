//! `GET /api/v2/catalog/tree`.

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::section_tree;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{LARGEST_EXACT_NUMBER, ParameterReader, Parameters, SectionParts};
use crate::response::{Authenticated, V2};
use crate::schemas::{PositiveNumber, SectionListPartName};
use catalog_app::feed::Feed;
use catalog_documents::SectionTree;
use catalog_index::Catalog;
use http_common::pipeline::SharedRequest;
use std::hash::Hash;

#[derive(Debug, Clone, Hash)]
pub(crate) struct GetSectionTree {
    /// How many levels; `None` for all.
    depth: Option<u64>,
    parts: SectionParts,
}

impl Parameters for GetSectionTree {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { depth: reader.number("depth", 1..=LARGEST_EXACT_NUMBER), parts: SectionParts::of_section_list(reader) }
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        (self.depth_in(catalog), self.parts)
    }
}

impl GetSectionTree {
    /// The depth, unless it covers the whole tree of `catalog`: every such request has the same response.
    fn depth_in(&self, catalog: &Catalog) -> Option<u64> {
        let sections = catalog.sections();
        let cuts = |depth: &u64| sections.indexes().any(|index| u64::from(sections.node(index).level) > *depth);
        self.depth.filter(cuts)
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_section_tree).of_catalog()
}

/// Get the section tree
///
/// The public sections as nested objects, siblings in order.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/tree",
    tag = "Sections",
    params(
        ("depth" = inline(Option<PositiveNumber>), Query, nullable = false,
            description = "How many levels to show; 1 shows the roots only."),
        ("include" = inline(Option<Vec<SectionListPartName>>), Query, description = "Parts to add to each section; `vendors` are those of its subtree.",
            style = Form, explode = false, nullable = false),
    ),
    responses((status = 200, description = "The tree.", body = SectionTree<'_>))
)]
pub(crate) async fn get_section_tree(request: Authenticated<GetSectionTree>) -> ApiResult {
    request.respond_shared().await
}

impl SharedRequest<V2> for GetSectionTree {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, ApiError> {
        section_tree(catalog, self.depth_in(catalog), self.parts).map_err(ApiError::internal)
    }
}
