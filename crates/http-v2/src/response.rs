//! Successful responses, and 304 for clients that have them already.

use crate::api_error::ApiError;
use crate::extract::Authenticated;
use crate::params::Parameters;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use actix_web::web::Data;
use actix_web::{HttpResponse, HttpResponseBuilder};
use catalog_app::catalog::ViewKey;
use catalog_app::feed::Feed;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::cache::{CachePolicy, EncodedBody, EntityTag, PlainBody, shared_body};
use http_common::json::Envelope;
use serde::Serialize;
use std::any::type_name;
use std::sync::Arc;

/// The header with the catalog revision of a response.
pub(crate) const CATALOG_REVISION: HeaderName = HeaderName::from_static("catalog-revision");

/// Capacity that fits most bodies.
const TYPICAL_BYTES: usize = 4_096;

/// How long a body with a feed cursor in it is cached, in seconds. A catalog may be older than the retention of
/// cursors, so the body must expire before its entity tag. An hour costs a client at most an hour of the at least one
/// day that a cursor is valid, and a page is compressed at most once an hour.
const CURSOR_SHARING_SECONDS: i64 = 60 * 60;

/// The context of a response: its catalog, and the caller's view of it.
pub(crate) struct ResponseContext {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) view: ViewKey,
    tag: EntityTag,
    /// The cache key of its body. Unlike the tag, it changes with time where the body contains a feed cursor, and is
    /// the same for all viewers where they all see the same.
    pub(crate) body_key: EntityTag,
}

/// A request whose response is a part of the catalog, the same for every viewer.
pub(crate) trait SharedRequest: Parameters + Clone + Send + Sync + 'static {
    /// Whether the body is quick to build: it is then built at once.
    fn is_quick(&self) -> bool {
        false
    }

    /// The body. Nothing in it may depend on the caller.
    fn body(&self, catalog: &Catalog) -> Result<Vec<u8>, ApiError>;
}

pub(crate) trait FeedRequest: Parameters {
    /// The body of the response, from `catalog` and the log.
    async fn body(&self, feed: &Feed, catalog: &Catalog) -> Result<Vec<u8>, ApiError>;
}

/// A response that took no work.
pub(crate) struct KnownResponse {
    pub(crate) response: HttpResponse,
    /// How many products the whole list has, of a cached page of one.
    pub(crate) total: Option<u64>,
}

impl<P: Parameters> Authenticated<P> {
    /// The response from the catalog of `context` if it takes no work: 304 to a client that has it already, or the
    /// cached body.
    pub(crate) fn find_known(&self, state: &HttpState, context: &ResponseContext) -> Option<KnownResponse> {
        if self.preconditions.are_met_by(&context.tag) {
            return Some(KnownResponse { response: not_modified(Some(&context.catalog), &context.tag), total: None });
        }
        let body = state.cache.body(context.body_key, self.coding)?;
        Some(KnownResponse { total: body.total, response: self.respond_built(context, body) })
    }

    /// The response from the catalog of `context` with that body.
    pub(crate) fn respond_built(&self, context: &ResponseContext, body: EncodedBody) -> HttpResponse {
        let (catalog, tag) = (Some(&*context.catalog), &context.tag);
        if self.preconditions.are_met_by_anything() {
            return not_modified(catalog, tag);
        }
        let mut response = HttpResponse::Ok();
        describe(&mut response, catalog, tag);
        with_body(response, body)
    }

    /// Responds from the current catalog with a body that is cached for all viewers, in its plain form, too.
    pub(crate) async fn respond_shared(&self, state: &Data<HttpState>) -> Result<HttpResponse, ApiError>
    where
        P: SharedRequest,
    {
        let context = self.shared_context(state, state.app.catalog.current());
        if let Some(known) = self.find_known(state, &context) {
            return Ok(known.response);
        }
        let requester = self.caller.requester();
        let body = if self.parameters.is_quick() {
            let body = state.app.work.of(requester).hold(self.parameters.body(&context.catalog)?);
            self.encode(state, context.body_key, PlainBody { body, policy: CachePolicy::Store, total: None }).await?
        } else {
            let (catalog, parameters) = (Arc::clone(&context.catalog), self.parameters.clone());
            let build = move || parameters.body(&catalog);
            shared_body(state, requester, context.body_key, self.coding, build).await?
        };
        Ok(self.respond_built(&context, body))
    }

    /// The context of a response from `catalog` whose body is the same for every viewer.
    fn shared_context(&self, state: &HttpState, catalog: Arc<Catalog>) -> ResponseContext {
        let mut context = self.response_context(state, catalog);
        context.body_key = self.tag(state, ViewKey::shared(&context.catalog), &context.catalog);
        context
    }

    /// The context of a response from `catalog`.
    pub(crate) fn response_context(&self, state: &HttpState, catalog: Arc<Catalog>) -> ResponseContext {
        let view = ViewKey::of(&catalog, &self.caller.viewer);
        let tag = self.tag(state, view, &catalog);
        let body_key = if P::HAS_CURSOR {
            let period = state.app.now().unix_seconds().div_euclid(CURSOR_SHARING_SECONDS);
            EntityTag::of_response(view, (tag, period))
        } else {
            tag
        };
        ResponseContext { catalog, view, tag, body_key }
    }

    /// The tag of the response from `catalog` in a view. The parameters' type distinguishes the endpoints. With a feed
    /// cursor in the response the tag depends on the keys: nobody may be left with a cursor that is refused.
    fn tag(&self, state: &HttpState, view: ViewKey, catalog: &Catalog) -> EntityTag {
        let keys = P::HAS_CURSOR.then(|| state.app.feed.cursors().key_id());
        EntityTag::of_response(view, (type_name::<P>(), self.parameters.question(catalog), keys))
    }

    /// `body` as it is sent; it is cached under `key` compressed and, depending on its policy, plain, too.
    pub(crate) async fn encode(
        &self,
        state: &HttpState,
        key: EntityTag,
        body: PlainBody,
    ) -> Result<EncodedBody, ApiError> {
        let work = state.app.work.of(self.caller.requester());
        Ok(state.cache.encode_and_store(work, key, self.coding, body).await?)
    }

    /// Responds from the change log, which changes without the catalog changing: events are released, and cursors age.
    /// So there is no entity tag. Some clients that poll send the same request at the same time: its body is cached for
    /// a second.
    pub(crate) async fn respond_volatile(&self, state: &HttpState) -> Result<HttpResponse, ApiError>
    where
        P: FeedRequest,
    {
        let catalog = state.app.catalog.current();
        let (horizon, second) = (state.app.catalog.feed_horizon(), state.app.now().unix_seconds());
        let keys = state.app.feed.cursors().key_id();
        let view = ViewKey::of(&catalog, &self.caller.viewer);
        let tag = EntityTag::of_response(view, (type_name::<P>(), &self.parameters, horizon, second, keys));
        let body = match state.cache.body(tag, self.coding) {
            Some(body) => body,
            None => {
                let body = self.parameters.body(&state.app.feed, &catalog).await?;
                let body = state.app.work.of(self.caller.requester()).hold(body);
                let policy = CachePolicy::StorePopular;
                self.encode(state, tag, PlainBody { body, policy, total: None }).await?
            }
        };
        let mut response = HttpResponse::Ok();
        describe_untagged(&mut response, Some(&catalog));
        Ok(with_body(response, body))
    }

    /// Responds with data from outside the catalog; the tag is that of the finished body.
    pub(crate) fn respond_plain<D: Serialize>(&self, body: &D) -> Result<HttpResponse, ApiError> {
        let text = to_json(body)?;
        let tag = EntityTag::of_body(&text);
        if self.preconditions.are_met_by(&tag) || self.preconditions.are_met_by_anything() {
            return Ok(not_modified(None, &tag));
        }
        Ok(describe(&mut HttpResponse::Ok(), None, &tag).body(text))
    }
}

/// A success with `no-store`: it contains a secret, or is only true at this moment.
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

fn with_body(mut response: HttpResponseBuilder, body: EncodedBody) -> HttpResponse {
    if let Some(coding) = body.coding {
        response.insert_header((header::CONTENT_ENCODING, coding.header()));
    }
    response.body(body.bytes)
}

/// The 304 response to a client that has the version of the tag. It has the headers of the full response, but no type:
/// there is no body.
fn not_modified(catalog: Option<&Catalog>, tag: &EntityTag) -> HttpResponse {
    let mut response = describe(&mut HttpResponse::build(StatusCode::NOT_MODIFIED), catalog, tag).finish();
    response.headers_mut().remove(header::CONTENT_TYPE);
    response
}

/// Adds the headers of every cacheable response.
fn describe<'a>(
    response: &'a mut HttpResponseBuilder,
    catalog: Option<&Catalog>,
    tag: &EntityTag,
) -> &'a mut HttpResponseBuilder {
    describe_untagged(response, catalog).insert_header((header::ETAG, tag.to_header()))
}

/// Adds the headers of every response with a body. Responses that depend on the caller are for private caches only, and
/// revalidated each time.
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
