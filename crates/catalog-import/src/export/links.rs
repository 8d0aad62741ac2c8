//! The record of a product's links, as it is written: the links themselves, because their HTML is not stored.

use catalog_domain::ports::ResourceSet;
use catalog_domain::products::ResourceLink;
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LinksDocument<'a> {
    stock_number: &'a str,
    documentation: Vec<LinkDocument<'a>>,
    software: Vec<LinkDocument<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LinkDocument<'a> {
    title: &'a str,
    description: Option<&'a str>,
    url: &'a str,
    file_type: Option<&'a str>,
    size_bytes: Option<i64>,
    size: Option<&'a str>,
}

impl<'a> LinksDocument<'a> {
    pub(super) fn new(stock_number: &'a str, links: &'a ResourceSet) -> Self {
        let documents = |links: &'a [ResourceLink]| links.iter().map(LinkDocument::from).collect();
        let ResourceSet { documentation, software, .. } = links;
        Self { stock_number, documentation: documents(documentation), software: documents(software) }
    }
}

impl<'a> From<&'a ResourceLink> for LinkDocument<'a> {
    fn from(link: &'a ResourceLink) -> Self {
        let ResourceLink { title, description, url, file_type, size_bytes, size } = link;
        Self {
            title,
            description: description.as_deref(),
            url,
            file_type: file_type.as_deref(),
            size_bytes: *size_bytes,
            size: size.as_deref(),
        }
    }
}
