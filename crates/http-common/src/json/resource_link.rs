//! A link to documentation or software as every interface writes it.

use catalog_domain::products::ResourceLink;
use serde::Serialize;
use utoipa::ToSchema;

/// A link to documentation or software.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResourceLink)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLinkBody<'a> {
    #[schema(example = "Operating manual")]
    title: &'a str,
    /// An explanation that unambiguously belongs to the link.
    #[schema(required)]
    description: Option<&'a str>,
    /// A public http(s) URL.
    #[schema(format = "uri", example = "https://files.example/manual.pdf")]
    url: &'a str,
    #[schema(required, example = "PDF")]
    file_type: Option<&'a str>,
    #[schema(required, example = 1_258_291)]
    size_bytes: Option<i64>,
    /// The size as the source wrote it.
    #[schema(required, example = "1.2 MB")]
    size: Option<&'a str>,
}

impl<'a> ResourceLinkBody<'a> {
    /// The links in source order.
    pub fn all(links: &'a [ResourceLink]) -> Vec<Self> {
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
