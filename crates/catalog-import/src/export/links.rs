//! The record of a product's links, as it is written: the links themselves, because their HTML is not stored.

use catalog_domain::ports::ResourceSet;
use catalog_domain::products::ResourceLink;
use catalog_records::{Given, LinkDocument, LinksDocument, Stored};

pub(crate) fn links<'a>(stock_number: &'a str, links: &'a ResourceSet) -> LinksDocument<Stored<'a>> {
    let documents = |links: &'a [ResourceLink]| Given::new(links.iter().map(link).collect());
    let ResourceSet { documentation, software, .. } = links;
    LinksDocument {
        stock_number,
        documentation_html: Given(None),
        software_html: Given(None),
        documentation: documents(documentation),
        software: documents(software),
    }
}

fn link(link: &ResourceLink) -> LinkDocument<Stored<'_>> {
    let ResourceLink { title, description, url, file_type, size_bytes, size } = link;
    LinkDocument {
        title,
        description: description.as_deref(),
        url,
        file_type: file_type.as_deref(),
        size_bytes: *size_bytes,
        size: size.as_deref(),
    }
}
