//! Has v2 respond to the requests that pages of the portal show. The adapters do not know each other.

use actix_web::HttpResponse;
use http_common::HttpState;
use http_portal::{ApiResponder, ApiTarget};
use std::future::Future;
use std::pin::Pin;

pub(super) const PORTAL_API: ApiResponder = ApiResponder(respond);

fn respond(asked: ApiTarget) -> Pin<Box<dyn Future<Output = HttpResponse>>> {
    Box::pin(async move {
        let ApiTarget { request, caller, target } = asked;
        match HttpState::of(&request) {
            Ok(state) => http_v2::respond_on_behalf(&request, state.clone(), caller, &target).await,
            Err(_) => http_v2::internal_error(&request),
        }
    })
}
