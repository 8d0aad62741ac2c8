//! `UrlGroup` (`docs/contract.md#url-group`).

use catalog_documents as documents;
use catalog_domain::values::{PageUrl, PageUrlRef, UrlGroup};
use http_common::json::JsonWriter;

pub(super) fn page_url(url: Option<&PageUrl>) -> documents::UrlGroup<'_> {
    let UrlGroup { full, host, path, slug } = url.map(|url| PageUrlRef::group(url.borrowed())).unwrap_or_default();
    documents::UrlGroup { full: full.into(), host, path: path.into(), slug: slug.into() }
}

pub(super) fn write_page_url(json: &mut JsonWriter, url: Option<&PageUrl>) {
    let group = url.map(|url| PageUrlRef::group(url.borrowed())).unwrap_or_default();
    json.raw(r#"{"full":"#).string(group.full).raw(r#","host":"#).string(&group.host);
    json.raw(r#","path":"#).string(group.path).raw(r#","slug":"#).string(group.slug).raw("}");
}
