//! Links in the spool between extraction and writing.

use catalog_domain::ports::ResourceSet;
use catalog_domain::products::ResourceLink;
use catalog_domain::values::{Fingerprint, FingerprintBuilder};

/// A link: title, description, URL, kind of file, bytes, size.
type LinkDocument<T> = (T, Option<T>, T, Option<T>, Option<i64>, Option<T>);

fn document(link: &ResourceLink) -> LinkDocument<&str> {
    let ResourceLink { title, description, url, file_type, size_bytes, size } = link;
    (title, description.as_deref(), url, file_type.as_deref(), *size_bytes, size.as_deref())
}

fn link((title, description, url, file_type, size_bytes, size): LinkDocument<Box<str>>) -> ResourceLink {
    ResourceLink { title, description, url, file_type, size_bytes, size }
}

pub(super) fn encode(documentation: &[ResourceLink], software: &[ResourceLink]) -> serde_json::Result<String> {
    let documents = [documentation, software].map(|links| links.iter().map(document).collect::<Vec<_>>());
    serde_json::to_string(&documents)
}

/// Reads what [`encode`] wrote.
pub(super) fn decode(line: &str, fingerprint: Fingerprint) -> serde_json::Result<ResourceSet> {
    let documents: [Vec<LinkDocument<Box<str>>>; 2] = serde_json::from_str(line)?;
    let [documentation, software] = documents.map(|documents| documents.into_iter().map(link).collect());
    Ok(ResourceSet { documentation, software, fingerprint })
}

pub(super) fn fingerprint(documentation: &[ResourceLink], software: &[ResourceLink]) -> Fingerprint {
    let mut builder = FingerprintBuilder::new();
    for links in [documentation, software] {
        builder.length(links.len());
        for ResourceLink { title, description, url, file_type, size_bytes, size } in links {
            builder.text(title).optional_text(description.as_deref()).text(url).optional_text(file_type.as_deref());
            builder.optional_integer(*size_bytes).optional_text(size.as_deref());
        }
    }
    builder.finish()
}
