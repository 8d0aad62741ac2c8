//! Links in the spool between extraction and writing.

use catalog_domain::ports::ResourceSet;
use catalog_domain::products::ResourceLink;
use catalog_domain::values::{Fingerprint, FingerprintBuilder};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A link: title, description, URL, kind of file, bytes, size.
#[derive(Serialize, Deserialize)]
struct LinkDocument<'a>(
    Cow<'a, str>,
    Option<Cow<'a, str>>,
    Cow<'a, str>,
    Option<Cow<'a, str>>,
    Option<i64>,
    Option<Cow<'a, str>>,
);

impl<'a> From<&'a ResourceLink> for LinkDocument<'a> {
    fn from(link: &'a ResourceLink) -> Self {
        let optional = |text: &'a Option<Box<str>>| text.as_deref().map(Cow::Borrowed);
        let ResourceLink { title, description, url, file_type, size_bytes, size } = link;
        Self(
            Cow::Borrowed(title),
            optional(description),
            Cow::Borrowed(url),
            optional(file_type),
            *size_bytes,
            optional(size),
        )
    }
}

impl From<LinkDocument<'_>> for ResourceLink {
    fn from(LinkDocument(title, description, url, file_type, size_bytes, size): LinkDocument<'_>) -> Self {
        let owned = |text: Option<Cow<'_, str>>| text.map(|text| text.into_owned().into());
        Self {
            title: title.into(),
            description: owned(description),
            url: url.into(),
            file_type: owned(file_type),
            size_bytes,
            size: owned(size),
        }
    }
}

pub(super) fn encode(documentation: &[ResourceLink], software: &[ResourceLink]) -> serde_json::Result<String> {
    let [documentation, software] =
        [documentation, software].map(|links| links.iter().map(LinkDocument::from).collect::<Vec<_>>());
    serde_json::to_string(&(documentation, software))
}

/// Reads what [`encode`] wrote.
pub(super) fn decode(line: &str, fingerprint: Fingerprint) -> serde_json::Result<ResourceSet> {
    let (documentation, software): (Vec<LinkDocument<'_>>, Vec<LinkDocument<'_>>) = serde_json::from_str(line)?;
    let links = |documents: Vec<LinkDocument<'_>>| documents.into_iter().map(ResourceLink::from).collect();
    Ok(ResourceSet { documentation: links(documentation), software: links(software), fingerprint })
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
