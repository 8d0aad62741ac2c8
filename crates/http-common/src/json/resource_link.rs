//! Links to documentation and software as every interface writes them.

pub use catalog_documents::ResourceLink;

use catalog_domain::products;

/// The links in source order.
pub fn resource_links(links: &[products::ResourceLink]) -> Vec<ResourceLink<'_>> {
    links.iter().map(resource_link).collect()
}

fn resource_link(link: &products::ResourceLink) -> ResourceLink<'_> {
    ResourceLink {
        title: (&*link.title).into(),
        description: link.description.as_deref().map(Into::into),
        url: (&*link.url).into(),
        file_type: link.file_type.as_deref().map(Into::into),
        size_bytes: link.size_bytes,
        size: link.size.as_deref().map(Into::into),
    }
}
