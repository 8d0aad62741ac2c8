//! Parts of pages that are the same for everybody, and pages that are expensive to write.

use crate::page::{PageValues, html};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use askama::Template;
use catalog_app::catalog::ViewKey;
use catalog_domain::values::Language;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::cache::{EntityTag, shared_body};
use localization::Locale;
use std::any::type_name;
use std::hash::Hash;
use std::sync::Arc;

/// A part of a page of which everybody sees the same. Equal ones are written once for a catalog and a language, and
/// cached.
pub(crate) trait Fragment: Hash + Send + Sync + 'static {
    /// The text. Nothing in it may depend on who sees it, but for the language.
    fn write(&self, catalog: &Catalog, language: Language) -> Result<Vec<u8>, PortalError>;
}

/// `fragment` of a page of `catalog`.
pub(crate) async fn cached<F: Fragment>(
    fragment: F,
    state: &Data<HttpState>,
    signed_in: &SignedIn,
    catalog: &Arc<Catalog>,
) -> Result<Bytes, PortalError> {
    let (requester, language) = (signed_in.requester(), signed_in.reader.locale.language);
    let tag = EntityTag::of_response(ViewKey::shared(catalog), ("portal", type_name::<F>(), language, &fragment));
    if let Some(body) = state.cache.body(tag, None) {
        return Ok(body.bytes);
    }
    let catalog = Arc::clone(catalog);
    Ok(shared_body(state, requester, tag, None, move || fragment.write(&catalog, language)).await?.bytes)
}

/// A page that may be large: it is written on a thread for long work, and counts in the budget of responses.
pub(crate) async fn expensive_page(
    state: &HttpState,
    signed_in: &SignedIn,
    status: StatusCode,
    template: impl Template + Send + Sync + 'static,
) -> Result<HttpResponse, PortalError> {
    let values = PageValues(signed_in.reader.locale);
    let write = move || {
        let text = template.render_with_values(&values).map_err(|error| PortalError::internal(error.to_string()))?;
        Ok::<_, PortalError>(text.into_bytes())
    };
    let body = state.app.work.of(signed_in.requester()).make(write).await?;
    Ok(html(status, body.into_bytes()))
}

/// A template as the text of a fragment.
pub(crate) fn rendered(template: &impl Template, language: Language) -> Result<String, PortalError> {
    let values = PageValues(Locale::in_utc(language));
    template.render_with_values(&values).map_err(|error| PortalError::internal(error.to_string()))
}
