//! The record of `import-resources`: the links of one product, in fragments of HTML or one by one.

use super::object::Object;
use super::values::{Integer, StockNumber, Text, Url};
use super::{RecordDiagnostic, document};
use crate::links::public_address;
use catalog_domain::products::ResourceLink;
use serde::{Deserialize, Deserializer};
use std::collections::HashSet;

/// Longest fragment, in bytes. It bounds the time of reading one.
pub(crate) const MAXIMUM_FRAGMENT_BYTES: usize = 1 << 20;

/// A checked record.
#[derive(Debug)]
pub(crate) struct ResourcesRecord {
    pub(crate) stock_number: Box<str>,
    pub(crate) documentation: LinkSource,
    pub(crate) software: LinkSource,
}

/// Where links are taken from.
#[derive(Debug)]
pub(crate) enum LinkSource {
    /// HTML with links; empty when there is none.
    Html(String),
    /// The links themselves, each address once.
    Links(Vec<ResourceLink>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ResourcesDocument {
    stock_number: StockNumber,
    #[serde(default, deserialize_with = "given")]
    documentation_html: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    software_html: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    documentation: Option<Vec<Object<LinkInput>>>,
    #[serde(default, deserialize_with = "given")]
    software: Option<Vec<Object<LinkInput>>>,
}

/// A link by itself.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LinkInput {
    title: Text,
    #[serde(default)]
    description: Option<Text>,
    url: Url,
    #[serde(default)]
    file_type: Option<Text>,
    #[serde(default)]
    size_bytes: Option<Integer>,
    #[serde(default)]
    size: Option<Text>,
}

/// Reads a field that is there, null included.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads the record on `line`.
pub(crate) fn read_resources(line: &str) -> Result<ResourcesRecord, Vec<RecordDiagnostic>> {
    let ResourcesDocument { stock_number, documentation_html, software_html, documentation, software } =
        document::<ResourcesDocument>(line)?;
    let mut diagnostics = Vec::new();
    let fields = [("documentation", documentation_html, documentation), ("software", software_html, software)];
    let [documentation, software] =
        fields.map(|(field, html, links)| link_source(field, html, links, &mut diagnostics));
    let record = ResourcesRecord { stock_number: stock_number.0, documentation, software };
    if diagnostics.is_empty() { Ok(record) } else { Err(diagnostics) }
}

/// What the fields of one kind of links say. Exactly one of them must be there.
fn link_source(
    field: &str,
    html: Option<Option<String>>,
    links: Option<Vec<Object<LinkInput>>>,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> LinkSource {
    let mut report = |pointer: String, message: String| diagnostics.push(RecordDiagnostic::new(pointer, message));
    match (html, links) {
        (Some(_), Some(_)) => report(format!("/{field}"), format!("is given beside `{field}Html`")),
        (None, None) => report(format!("/{field}Html"), "is missing".to_owned()),
        (Some(html), None) => {
            let html = html.unwrap_or_default();
            if html.len() > MAXIMUM_FRAGMENT_BYTES {
                report(format!("/{field}Html"), format!("is longer than {MAXIMUM_FRAGMENT_BYTES} bytes"));
            }
            return LinkSource::Html(html);
        }
        (None, Some(links)) => {
            let mut seen = HashSet::new();
            let mut all = Vec::with_capacity(links.len());
            for (at, Object(link)) in links.into_iter().enumerate() {
                match link.into_domain() {
                    Some(link) if seen.insert(link.url.clone()) => all.push(link),
                    Some(_) => {}
                    None => {
                        let message = "must be on a public host, without a user name";
                        report(format!("/{field}/{at}/url"), message.to_owned());
                    }
                }
            }
            return LinkSource::Links(all);
        }
    }
    LinkSource::Links(Vec::new())
}

impl LinkInput {
    /// The link; `None` when clients must not see its address.
    fn into_domain(self) -> Option<ResourceLink> {
        Some(ResourceLink {
            title: self.title.0,
            description: self.description.map(|text| text.0),
            url: public_address(self.url.0.as_str())?,
            file_type: self.file_type.map(|text| text.0),
            size_bytes: self.size_bytes.map(|bytes| bytes.0),
            size: self.size.map(|text| text.0),
        })
    }
}
