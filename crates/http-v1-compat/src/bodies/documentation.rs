//! The documentation of products.

use crate::products::shape::{ProductShape, ShownProduct};
use catalog_domain::ports::PartSelection;
use catalog_domain::products::ResourceLink;
use serde::Serialize;
use utoipa::ToSchema;

/// A link to a document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResourceLink)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResourceLinkBody<'a> {
    #[schema(example = "Manual")]
    title: &'a str,
    /// An explanation that unambiguously belongs to the link.
    #[schema(required)]
    description: Option<&'a str>,
    #[schema(format = "uri", example = "https://cdn.storefront.example/pmp-001.pdf")]
    url: &'a str,
    #[schema(required, example = "PDF")]
    file_type: Option<&'a str>,
    #[schema(required, example = 2_411_725)]
    size_bytes: Option<i64>,
    #[schema(required, example = "2.3 MB")]
    size: Option<&'a str>,
}

impl<'a> ResourceLinkBody<'a> {
    /// The links in source order.
    pub(super) fn all(links: &'a [ResourceLink]) -> Vec<Self> {
        links.iter().map(Self::from).collect()
    }
}

impl<'a> From<&'a ResourceLink> for ResourceLinkBody<'a> {
    fn from(link: &'a ResourceLink) -> Self {
        Self {
            title: &link.title,
            description: link.description.as_deref(),
            url: &link.url,
            file_type: link.file_type.as_deref(),
            size_bytes: link.size_bytes,
            size: link.size.as_deref(),
        }
    }
}

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
    documentation: Vec<ResourceLinkBody<'a>>,
}

/// The body of a product with only its documentation.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct DocumentationShape;

/// The part that documentation needs.
const DOCUMENTATION: PartSelection = PartSelection { documentation: true, ..PartSelection::NONE };

impl ProductShape for DocumentationShape {
    type Body<'a> = ItemDocumentationBody<'a>;

    fn wanted(self) -> PartSelection {
        DOCUMENTATION
    }

    fn body(self, shown: ShownProduct<'_>) -> ItemDocumentationBody<'_> {
        ItemDocumentationBody {
            id: shown.product.source_id.0,
            stock_number: shown.product.stock_number(),
            documentation: ResourceLinkBody::all(&shown.detail.documentation),
        }
    }
}

/// The body of a product with only its links.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct LinksShape;

impl ProductShape for LinksShape {
    type Body<'a> = Vec<ResourceLinkBody<'a>>;

    fn wanted(self) -> PartSelection {
        DOCUMENTATION
    }

    fn body(self, shown: ShownProduct<'_>) -> Vec<ResourceLinkBody<'_>> {
        ResourceLinkBody::all(&shown.detail.documentation)
    }
}
