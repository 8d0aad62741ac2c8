//! The documentation of products.

use crate::products::shape::{ProductShape, ShownProduct};
use catalog_domain::ports::PartSelection;
use http_common::json::{ResourceLink, resource_links};
use serde::Serialize;
use utoipa::ToSchema;

/// The documentation of one of several products.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ItemDocumentation)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemDocumentationBody<'a> {
    /// The source object id.
    #[schema(example = 90001)]
    id: i64,
    #[schema(example = "PMP-001")]
    stock_number: &'a str,
    documentation: Vec<ResourceLink<'a>>,
}

/// The body of a product with only its documentation.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct DocumentationShape;

const DOCUMENTATION: PartSelection = PartSelection { documentation: true, ..PartSelection::NONE };

impl ProductShape for DocumentationShape {
    type Body<'a> = ItemDocumentationBody<'a>;

    fn new(_: bool) -> Self {
        Self
    }

    fn wanted(self) -> PartSelection {
        DOCUMENTATION
    }

    fn body(self, shown: ShownProduct<'_>) -> ItemDocumentationBody<'_> {
        ItemDocumentationBody {
            id: shown.product.source_id.0,
            stock_number: shown.product.stock_number(),
            documentation: resource_links(&shown.detail.documentation),
        }
    }
}

/// The body of a product with only its links.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct LinksShape;

impl ProductShape for LinksShape {
    type Body<'a> = Vec<ResourceLink<'a>>;

    fn new(_: bool) -> Self {
        Self
    }

    fn wanted(self) -> PartSelection {
        DOCUMENTATION
    }

    fn body(self, shown: ShownProduct<'_>) -> Vec<ResourceLink<'_>> {
        resource_links(&shown.detail.documentation)
    }
}
