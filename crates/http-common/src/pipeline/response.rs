//! Responses: a 304 to a client that has them already, a body from the cache, or one that is built and cached.

use super::authenticated::Authenticated;
use super::interface::Interface;
use crate::cache::{CachePolicy, EncodedBody, EntityTag, PlainBody, shared_body};
use crate::json::Envelope;
use crate::params::Parameters;
use crate::request_error::RequestError;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HttpDate, TryIntoHeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder};
use catalog_app::callers::Caller;
use catalog_app::catalog::ViewKey;
use catalog_app::feed::Feed;
use catalog_index::Catalog;
use serde::Serialize;
use std::any::type_name;
use std::sync::Arc;
use std::time::SystemTime;

/// Capacity that fits most bodies.
const TYPICAL_BYTES: usize = 4_096;

/// How long a body with a feed cursor in it is cached, in seconds. A catalog may be older than the retention of
/// cursors, so the body must expire before its entity tag. An hour costs a client at most an hour of the at least one
/// day that a cursor is valid, and a page is compressed at most once an hour.
const CURSOR_SHARING_SECONDS: i64 = 60 * 60;

/// The context of a response: its catalog, and the caller with the caller's view of it.
#[derive(Debug)]
pub struct ResponseContext {
    /// The catalog.
    pub catalog: Arc<Catalog>,
    /// The caller.
    pub caller: Caller,
    /// The caller's view of the catalog.
    pub view: ViewKey,
    /// What names the response.
    pub tag: EntityTag,
    /// The cache key of its body. Unlike the tag, it changes with time where the body contains a feed cursor, and is
    /// the same for all viewers where they all see the same.
    pub(super) body_key: EntityTag,
}

/// A request whose response is a part of the catalog, the same for every viewer.
pub trait SharedRequest<I: Interface>: Parameters + Send + Sync + 'static {
    /// Whether the body is quick to build: it is then built at once.
    fn is_quick(&self) -> bool {
        false
    }

    /// The body, with cursors of `feed` where the request [has any](Parameters::HAS_CURSOR). Nothing in it may depend
    /// on the caller.
    ///
    /// # Errors
    /// Those of the request.
    fn body(&self, catalog: &Catalog, feed: &Feed) -> Result<Vec<u8>, I::Error>;
}

/// A request of the change feed.
pub trait FeedRequest<I: Interface>: Parameters {
    /// The body of the response, from `catalog` and the log.
    fn body(&self, feed: &Feed, catalog: &Catalog) -> impl Future<Output = Result<Vec<u8>, I::Error>>;
}

/// A response that may be a page of a list.
#[derive(Debug)]
pub struct ListResponse {
    /// The response.
    pub response: HttpResponse,
    /// How many entries the whole list has; `None` for what is no page, and without a body.
    pub total: Option<u64>,
}

impl<I: Interface, P: Parameters> Authenticated<I, P> {
    /// Responds from the current catalog with a body that is cached for all viewers, in its plain form, too.
    ///
    /// # Errors
    /// Those of the request, and when the queue is full, or the response budget is exhausted for too long.
    pub async fn respond_shared(&self) -> Result<HttpResponse, I::Error>
    where
        P: SharedRequest<I>,
    {
        let (state, context) = (&self.state, self.shared_context());
        if let Some(known) = self.find_known(&context) {
            return Ok(known.response);
        }
        let requester = self.caller.requester();
        let body = if self.parameters.is_quick() {
            let body = state.app.work.of(requester).track(self.parameters.body(&context.catalog, &state.app.feed)?);
            self.encode(context.body_key, PlainBody { body, policy: CachePolicy::Store, total: None }).await?
        } else {
            let (catalog, parameters) = (Arc::clone(&context.catalog), Arc::clone(&self.parameters));
            let shared = state.clone();
            let build = move || parameters.body(&catalog, &shared.app.feed);
            shared_body(state, requester, context.body_key, self.coding, build).await?
        };
        Ok(self.respond_built(&context, body))
    }

    /// Responds from the change log, which changes without the catalog changing: events are released, and cursors age.
    /// So there is no entity tag. Some clients that poll send the same request at the same time: its body is cached for
    /// a second.
    ///
    /// # Errors
    /// Those of the request, and when the queue is full.
    pub async fn respond_volatile(&self) -> Result<HttpResponse, I::Error>
    where
        P: FeedRequest<I>,
    {
        let state = &self.state;
        let catalog = state.app.catalog.current();
        let (horizon, second) = (state.app.catalog.feed_horizon(), state.app.now().unix_seconds());
        let keys = state.app.feed.cursors().key_id();
        let view = ViewKey::of(&catalog, &self.caller.viewer);
        let tag = EntityTag::of_response(view, (Self::endpoint(), &*self.parameters, horizon, second, keys));
        let body = match state.cache.body(tag, self.coding) {
            Some(body) => body,
            None => {
                let body = self.parameters.body(&state.app.feed, &catalog).await?;
                let body = state.app.work.of(self.caller.requester()).track(body);
                let policy = CachePolicy::StorePopular;
                self.encode(tag, PlainBody { body, policy, total: None }).await?
            }
        };
        // The catalog may have been swapped since, and events in the body may be of the new one.
        let catalog = state.app.catalog.current();
        Ok(with_body(I::response(StatusCode::OK, Some(&catalog), None), body))
    }

    /// Responds with data from outside the catalog; the tag is that of the finished body.
    pub fn respond_plain<D: Serialize>(&self, body: &D) -> Result<HttpResponse, I::Error> {
        let text = to_json(body)?;
        let tag = EntityTag::of_body(&text);
        if self.preconditions.are_met_by(&tag) || self.preconditions.are_met_by_anything() {
            return Ok(not_modified::<I>(None, &tag));
        }
        Ok(I::response(StatusCode::OK, None, Some(&tag)).body(text))
    }

    /// The 304 to a client that has the file that is made from `context` already; the catalog was `modified` last.
    pub fn find_known_file(&self, context: &ResponseContext, modified: Option<SystemTime>) -> Option<HttpResponse> {
        let claims = &self.preconditions;
        let is_known = claims.are_met_by(&context.tag)
            || claims.are_met_by_anything()
            || modified.is_some_and(|modified| claims.are_met_since(modified));
        is_known.then(|| {
            let mut response = not_modified::<I>(Some(&context.catalog), &context.tag);
            let date = modified.and_then(|modified| HttpDate::from(modified).try_into_value().ok());
            if let Some(date) = date {
                response.headers_mut().insert(header::LAST_MODIFIED, date);
            }
            response
        })
    }

    /// The response from the catalog of `context` if it takes no work: 304 to a client that has it already, or the
    /// cached body.
    pub(super) fn find_known(&self, context: &ResponseContext) -> Option<ListResponse> {
        if self.preconditions.are_met_by(&context.tag) {
            let response = not_modified::<I>(Some(&context.catalog), &context.tag);
            return Some(ListResponse { response, total: None });
        }
        let body = self.state.cache.body(context.body_key, self.coding)?;
        Some(ListResponse { total: body.total, response: self.respond_built(context, body) })
    }

    pub(super) fn respond_built(&self, context: &ResponseContext, body: EncodedBody) -> HttpResponse {
        let (catalog, tag) = (Some(&*context.catalog), &context.tag);
        if self.preconditions.are_met_by_anything() {
            return not_modified::<I>(catalog, tag);
        }
        with_body(I::response(StatusCode::OK, catalog, Some(tag)), body)
    }

    /// `body` as it is sent; it is cached under `key` compressed and, depending on its policy, plain, too.
    pub(super) async fn encode(&self, key: EntityTag, body: PlainBody) -> Result<EncodedBody, I::Error> {
        let work = self.state.app.work.of(self.caller.requester());
        Ok(self.state.cache.encode_and_store(work, key, self.coding, body).await?)
    }

    /// The context of a response from `catalog`.
    pub fn context(&self, catalog: Arc<Catalog>) -> ResponseContext {
        let view = ViewKey::of(&catalog, &self.caller.viewer);
        let tag = self.tag(view, &catalog);
        let body_key = self.body_key(view, tag);
        ResponseContext { catalog, caller: self.caller.clone(), view, tag, body_key }
    }

    fn shared_context(&self) -> ResponseContext {
        let catalog = self.state.app.catalog.current();
        let view = ViewKey::of(&catalog, &self.caller.viewer);
        let shared = ViewKey::shared(&catalog);
        let shared_tag = self.tag(shared, &catalog);
        let body_key = self.body_key(shared, shared_tag);
        let tag = if I::IS_CONDITIONAL { self.tag(view, &catalog) } else { shared_tag };
        ResponseContext { catalog, caller: self.caller.clone(), view, tag, body_key }
    }

    fn body_key(&self, view: ViewKey, tag: EntityTag) -> EntityTag {
        if !P::HAS_CURSOR {
            return tag;
        }
        let period = self.state.app.now().unix_seconds().div_euclid(CURSOR_SHARING_SECONDS);
        EntityTag::of_response(view, (tag, period))
    }

    /// The tag of the response from `catalog` in a view. With a feed cursor in the response it depends on the keys:
    /// nobody may be left with a cursor that is refused.
    fn tag(&self, view: ViewKey, catalog: &Catalog) -> EntityTag {
        let keys = P::HAS_CURSOR.then(|| self.state.app.feed.cursors().key_id());
        EntityTag::of_response(view, (Self::endpoint(), self.parameters.question(catalog), keys))
    }

    fn endpoint() -> (&'static str, &'static str) {
        (type_name::<I>(), type_name::<P>())
    }
}

/// The envelope with `body` as JSON.
pub fn to_json<D: Serialize + ?Sized>(body: &D) -> Result<Vec<u8>, RequestError> {
    let mut text = Vec::with_capacity(TYPICAL_BYTES);
    serde_json::to_writer(&mut text, &Envelope::success(body)).map_err(RequestError::internal)?;
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
fn not_modified<I: Interface>(catalog: Option<&Catalog>, tag: &EntityTag) -> HttpResponse {
    let mut response = I::response(StatusCode::NOT_MODIFIED, catalog, Some(tag)).finish();
    response.headers_mut().remove(header::CONTENT_TYPE);
    response
}
