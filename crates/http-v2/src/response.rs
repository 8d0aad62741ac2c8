//! Successful responses, and the short way out for clients that have them already.

use crate::api_error::ApiError;
use crate::extract::Authenticated;
use crate::params::Parameters;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use actix_web::web::Data;
use actix_web::{HttpResponse, HttpResponseBuilder};
use catalog_domain::catalog::Catalog;
use http_common::{CachePolicy, EncodedBody, EntityTag, Envelope, HeldBody, Services, ViewKey, shared_body};
use serde::Serialize;
use std::any::type_name;
use std::sync::Arc;

/// The header that tells which revision of the catalog a response shows.
const CATALOG_REVISION: HeaderName = HeaderName::from_static("catalog-revision");

/// Room that most bodies fit in.
const TYPICAL_BYTES: usize = 4_096;

/// How long a body with a feed cursor in it is shared, in seconds. A catalog may stand still for longer than the
/// retention of cursors, so the body must not live as long as its entity tag. An hour costs a client at most an hour of
/// the at least one day that a cursor is good for, and a page is compressed at most once an hour.
const CURSOR_SHARING_SECONDS: i64 = 60 * 60;

/// An answer that is being made: from which catalog, and in whose eyes.
pub(crate) struct ResponseContext {
    /// Where the answer is from.
    pub(crate) catalog: Arc<Catalog>,
    /// The catalog as the caller sees it.
    pub(crate) view: ViewKey,
    /// What names the answer.
    tag: EntityTag,
    /// What its body is cached under. Other than the tag, it changes with time where the body carries a feed cursor,
    /// and is the same for all viewers where they all see the same.
    body_key: EntityTag,
}

impl<P: Parameters> Authenticated<P> {
    /// Answers from `catalog`: with what is kept if it can, else with what `body` makes, which may take long. That is
    /// kept as well in its plain form, for every viewer: nothing in it may depend on who asks.
    pub(crate) async fn respond_with(
        &self,
        services: &Data<Services>,
        catalog: Arc<Catalog>,
        body: impl Fn(&Catalog) -> Result<Vec<u8>, ApiError> + Send + Sync + 'static,
    ) -> Result<HttpResponse, ApiError> {
        let context = self.shared_context(services, catalog);
        if let Some(response) = self.cached_response(services, &context) {
            return Ok(response);
        }
        let catalog = Arc::clone(&context.catalog);
        let wanted = (context.body_key, self.coding);
        let body = shared_body(services, self.caller.requester(), wanted, move || body(&catalog)).await?;
        Ok(self.build_response(&context, body))
    }

    /// Answers from the current catalog as [`Self::respond_with`] does, with a body that takes no time to make.
    pub(crate) async fn respond_inline(
        &self,
        services: &Services,
        body: impl FnOnce(&Catalog) -> Result<Vec<u8>, ApiError>,
    ) -> Result<HttpResponse, ApiError> {
        let context = self.shared_context(services, services.catalog.current());
        if let Some(response) = self.cached_response(services, &context) {
            return Ok(response);
        }
        let text = body(&context.catalog)?;
        self.respond(services, &context, services.response_budget.hold(text), CachePolicy::Store).await
    }

    /// Begins an answer from `catalog` with a body that is the same for every viewer.
    fn shared_context(&self, services: &Services, catalog: Arc<Catalog>) -> ResponseContext {
        let mut context = self.response_context(services, catalog);
        context.body_key = self.tag(ViewKey::shared(&context.catalog), &context.catalog);
        context
    }

    /// Begins an answer from `catalog`.
    pub(crate) fn response_context(&self, services: &Services, catalog: Arc<Catalog>) -> ResponseContext {
        let view = ViewKey::of(&catalog, &self.caller.viewer);
        let tag = self.tag(view, &catalog);
        let body_key = if P::HAS_CURSOR {
            let period = services.clock.now().unix_seconds().div_euclid(CURSOR_SHARING_SECONDS);
            EntityTag::of_response(view, (type_name::<P>(), self.parameters.question(&catalog), period))
        } else {
            tag
        };
        ResponseContext { catalog, view, tag, body_key }
    }

    /// What names the answer from `catalog` in a view. The parameters' type tells the endpoints apart.
    fn tag(&self, view: ViewKey, catalog: &Catalog) -> EntityTag {
        EntityTag::of_response(view, (type_name::<P>(), self.parameters.question(catalog)))
    }

    /// The response that needs nothing to be made: for a client that has this very answer, or when its body is kept.
    pub(crate) fn cached_response(&self, services: &Services, context: &ResponseContext) -> Option<HttpResponse> {
        let ResponseContext { catalog, tag, body_key, .. } = context;
        if self.preconditions.are_met_by(tag) {
            return Some(not_modified(Some(catalog), tag));
        }
        let body = services.cache.body(*body_key, self.coding)?;
        Some(self.build_response(context, body))
    }

    /// The response with `body`, which is kept compressed or, if it is worth its room, plain, too.
    pub(crate) async fn respond(
        &self,
        services: &Services,
        context: &ResponseContext,
        body: HeldBody,
        policy: CachePolicy,
    ) -> Result<HttpResponse, ApiError> {
        let (work, wanted) = (services.work_for(self.caller.requester()), (context.body_key, self.coding));
        let body = services.cache.encode_and_store(work, wanted, body, policy).await?;
        Ok(self.build_response(context, body))
    }

    /// The response with a body; without it for a client that wants none of anything that exists.
    fn build_response(&self, context: &ResponseContext, body: EncodedBody) -> HttpResponse {
        let ResponseContext { catalog, tag, .. } = context;
        if self.preconditions.are_met_by_anything() {
            return not_modified(Some(catalog), tag);
        }
        let mut response = HttpResponse::Ok();
        describe(&mut response, Some(catalog), tag);
        if let Some(coding) = body.coding {
            response.insert_header((header::CONTENT_ENCODING, coding.header()));
        }
        response.body(body.bytes)
    }

    /// Answers with what the log of changes says, which changes without the catalog changing: events are released, and
    /// cursors age. No tag could promise anything of it. But clients that keep up ask the same at the same time, so
    /// what `make` made for one of them is kept for a second.
    pub(crate) async fn respond_volatile(
        &self,
        services: &Services,
        catalog: &Catalog,
        make: impl Future<Output = Result<Vec<u8>, ApiError>>,
    ) -> Result<HttpResponse, ApiError> {
        let (horizon, second) = (services.catalog.feed_horizon(), services.clock.now().unix_seconds());
        let view = ViewKey::of(catalog, &self.caller.viewer);
        let tag = EntityTag::of_response(view, (type_name::<P>(), &self.parameters, horizon, second));
        let body = match services.cache.body(tag, self.coding) {
            Some(body) => body,
            None => {
                let (work, wanted) = (services.work_for(self.caller.requester()), (tag, self.coding));
                services
                    .cache
                    .encode_and_store(work, wanted, services.response_budget.hold(make.await?), CachePolicy::Store)
                    .await?
            }
        };
        let mut response = HttpResponse::Ok();
        describe_untagged(&mut response, Some(catalog));
        if let Some(coding) = body.coding {
            response.insert_header((header::CONTENT_ENCODING, coding.header()));
        }
        Ok(response.body(body.bytes))
    }

    /// Answers with something that is not from the catalog; the tag is that of the finished body.
    pub(crate) fn respond_plain<D: Serialize>(&self, body: &D) -> Result<HttpResponse, ApiError> {
        let text = to_json(body)?;
        let tag = EntityTag::of_body(&text);
        if self.preconditions.are_met_by(&tag) || self.preconditions.are_met_by_anything() {
            return Ok(not_modified(None, &tag));
        }
        Ok(describe(&mut HttpResponse::Ok(), None, &tag).body(text))
    }
}

/// A success that nobody may keep: it carries a secret, or is true at this moment only.
pub(crate) fn no_store<D: Serialize>(status: StatusCode, body: &D) -> Result<HttpResponse, ApiError> {
    let text = to_json(body)?;
    let mut response = HttpResponse::build(status);
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(response.content_type(mime_json()).body(text))
}

/// The envelope with `body` as JSON.
pub(crate) fn to_json<D: Serialize + ?Sized>(body: &D) -> Result<Vec<u8>, ApiError> {
    let mut text = Vec::with_capacity(TYPICAL_BYTES);
    serde_json::to_writer(&mut text, &Envelope::success(body)).map_err(ApiError::internal)?;
    Ok(text)
}

/// The response to a client that has what the tag names. It has the headers of the full response, but no type: there is
/// no body to have one.
fn not_modified(catalog: Option<&Catalog>, tag: &EntityTag) -> HttpResponse {
    let mut response = describe(&mut HttpResponse::build(StatusCode::NOT_MODIFIED), catalog, tag).finish();
    response.headers_mut().remove(header::CONTENT_TYPE);
    response
}

/// Adds the headers that every cacheable answer has.
fn describe<'a>(
    response: &'a mut HttpResponseBuilder,
    catalog: Option<&Catalog>,
    tag: &EntityTag,
) -> &'a mut HttpResponseBuilder {
    describe_untagged(response, catalog).insert_header((header::ETAG, tag.to_header()))
}

/// Adds the headers of every answer with a body. What depends on the caller is kept by the caller's own cache only, and
/// asked for anew each time.
fn describe_untagged<'a>(
    response: &'a mut HttpResponseBuilder,
    catalog: Option<&Catalog>,
) -> &'a mut HttpResponseBuilder {
    response
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .insert_header((header::VARY, "Authorization, Accept-Encoding"))
        .content_type(mime_json());
    if let Some(catalog) = catalog {
        response.insert_header((CATALOG_REVISION, catalog.revision().to_string()));
    }
    response
}

fn mime_json() -> &'static str {
    "application/json"
}
