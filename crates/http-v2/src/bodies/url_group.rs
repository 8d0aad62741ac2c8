//! `UrlGroup` (`docs/contract.md#url-group`).

use catalog_domain::values::{PageUrlRef, UrlGroup};
use http_common::json::JsonWriter;
use serde::Serialize;
use std::borrow::Cow;
use utoipa::ToSchema;

/// A page's URL, whole and in parts. All four fields are empty for something without a page.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = UrlGroup)]
pub(crate) struct UrlGroupBody<'a> {
    /// The absolute URL.
    #[schema(format = "uri-reference", example = "https://storefront.example/catalog/pumps/")]
    full: &'a str,
    /// The host.
    #[schema(example = "storefront.example")]
    host: Cow<'a, str>,
    /// The path.
    #[schema(example = "/catalog/pumps/")]
    path: &'a str,
    /// The last segment of the path: not unique, not an identifier.
    #[schema(example = "pumps")]
    slug: &'a str,
}

impl<'a> From<Option<PageUrlRef<'a>>> for UrlGroupBody<'a> {
    fn from(url: Option<PageUrlRef<'a>>) -> Self {
        url.map(PageUrlRef::group).unwrap_or_default().into()
    }
}

impl<'a> From<UrlGroup<'a>> for UrlGroupBody<'a> {
    fn from(group: UrlGroup<'a>) -> Self {
        Self { full: group.full, host: group.host, path: group.path, slug: group.slug }
    }
}

impl UrlGroupBody<'_> {
    pub(super) fn write(&self, json: &mut JsonWriter) {
        json.raw(r#"{"full":"#).string(self.full).raw(r#","host":"#).string(&self.host);
        json.raw(r#","path":"#).string(self.path).raw(r#","slug":"#).string(self.slug).raw("}");
    }
}
