//! The record of `import-resources`: the links of one product, in fragments of HTML or one by one.

use super::{RecordDiagnostic, document};
use crate::links::public_address;
use catalog_domain::products::ResourceLink;
use catalog_records::{Checked, Given, LinkDocument, LinksDocument};
use std::collections::HashSet;

/// Longest fragment, in bytes. It bounds the time of reading one.
pub(crate) const MAXIMUM_FRAGMENT_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub(crate) struct ResourcesRecord {
    pub(crate) stock_number: Box<str>,
    pub(crate) documentation: LinkSource,
    pub(crate) software: LinkSource,
}

#[derive(Debug)]
pub(crate) enum LinkSource {
    /// HTML with links; empty when there is none.
    Html(String),
    /// The links themselves, each address once.
    Links(Vec<ResourceLink>),
}

pub(crate) fn read_resources(line: &str) -> Result<ResourcesRecord, Vec<RecordDiagnostic>> {
    let LinksDocument { stock_number, documentation_html, software_html, documentation, software } =
        document::<LinksDocument<Checked>>(line)?;
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
    html: Given<Option<String>>,
    links: Given<Vec<LinkDocument<Checked>>>,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> LinkSource {
    let mut report = |pointer: String, message: String| diagnostics.push(RecordDiagnostic::new(pointer, message));
    match (html.0, links.0) {
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
            for (at, link) in links.into_iter().enumerate() {
                match public_link(link) {
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

/// The link; `None` when clients must not see its address.
fn public_link(link: LinkDocument<Checked>) -> Option<ResourceLink> {
    Some(ResourceLink {
        title: link.title.0,
        description: link.description.map(|text| text.0),
        url: public_address(link.url.0.as_str())?,
        file_type: link.file_type.map(|text| text.0),
        size_bytes: link.size_bytes.map(|bytes| bytes.0),
        size: link.size.map(|text| text.0),
    })
}
