//! Parts of pages that are the same for everybody, and pages that are expensive to write.

use crate::page::{PageResult, html, rendered};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use askama::Template;
use catalog_app::catalog::ViewKey;
use catalog_domain::values::Language;
use catalog_index::Catalog;
use http_common::cache::{EntityTag, shared_body};
use std::any::type_name;
use std::hash::Hash;
use std::sync::Arc;

/// A part of a page of which everybody sees the same. Equal ones are written once for a catalog and a language, and
/// cached.
pub(crate) trait Fragment: Hash + Send + Sync + 'static {
    /// The text. Nothing in it may depend on who sees it, but for the language.
    fn write(&self, catalog: &Catalog, language: Language) -> Result<String, PortalError>;
}

/// `fragment` of a page of `catalog`.
pub(crate) async fn cached<F: Fragment>(
    fragment: F,
    signed_in: &SignedIn,
    catalog: &Arc<Catalog>,
) -> Result<Bytes, PortalError> {
    let (state, language) = (&signed_in.state, signed_in.reader.locale.language);
    let tag = EntityTag::of_response(ViewKey::shared(catalog), ("portal", type_name::<F>(), language, &fragment));
    if let Some(body) = state.cache.body(tag, None) {
        return Ok(body.bytes);
    }
    let catalog = Arc::clone(catalog);
    let write = move || Ok::<_, PortalError>(fragment.write(&catalog, language)?.into_bytes());
    Ok(shared_body(state, signed_in.requester(), tag, None, write).await?.bytes)
}

/// A page that may be large: it is written on a thread for long work, and counts in the budget of responses.
pub(crate) async fn expensive_page(
    signed_in: &SignedIn,
    template: impl Template + Send + Sync + 'static,
) -> PageResult {
    let locale = signed_in.reader.locale;
    let body = signed_in.work().make(move || Ok::<_, PortalError>(rendered(&template, locale)?.into_bytes())).await?;
    Ok(html(StatusCode::OK, body.into_bytes()))
}
