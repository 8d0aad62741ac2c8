//! Maps paths and methods to endpoints.

use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::Endpoint;
use crate::{auth, changes, imports, price_lists, products, sections};
use actix_web::body::MessageBody;
use actix_web::dev::{HttpServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, ServiceConfig};
use actix_web::{Error, FromRequest, Handler, HttpRequest, HttpResponse, Resource, Responder, Route, guard};
use http_common::RequestError;
use http_common::response::{InterfaceError, has_key, present_errors};
use std::sync::LazyLock;

struct Address {
    /// Its methods, as the `Allow` header lists them.
    allowed: String,
    endpoints: Vec<Endpoint>,
}

/// Routes are tried one after the other, and one with a parameter takes the most time: frequent ones come first.
static ADDRESSES: LazyLock<Vec<Address>> = LazyLock::new(|| {
    let groups = [
        products::endpoints(),
        changes::endpoints(),
        price_lists::endpoints(),
        auth::endpoints(),
        imports::endpoints(),
        sections::endpoints(),
    ];
    let mut addresses: Vec<Address> = Vec::new();
    for endpoint in groups.into_iter().flatten() {
        match addresses.iter_mut().find(|address| address.endpoints[0].path == endpoint.path) {
            Some(Address { allowed, endpoints }) => {
                allowed.extend([", ", endpoint.methods()]);
                endpoints.push(endpoint);
            }
            None => addresses.push(Address { allowed: endpoint.methods().to_owned(), endpoints: vec![endpoint] }),
        }
    }
    addresses
});

/// What a route has whose requests may demand a revision.
pub(crate) struct TakesMinRevision;

/// Every endpoint, in the order of the routes.
pub(crate) fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    ADDRESSES.iter().flat_map(|address| &address.endpoints)
}

/// Registers every v2 route. The handlers expect `web::Data<http_common::HttpState>` among the app data.
pub fn configure(config: &mut ServiceConfig) {
    for Address { allowed, endpoints } in ADDRESSES.iter() {
        let mut resource = resource(&endpoints[0].path, allowed);
        for endpoint in endpoints {
            resource = resource.route(endpoint.route());
        }
        if endpoints.iter().any(Endpoint::takes_min_revision) {
            resource = resource.app_data(TakesMinRevision);
        }
        let resource = resource.wrap(from_fn(present_errors::<ApiError>));
        if endpoints.iter().any(|endpoint| endpoint.is_unstored) {
            config.service(resource.wrap(from_fn(never_store)));
        } else {
            config.service(resource);
        }
    }
}

/// The response to an unknown path; for the app's default service.
pub async fn not_found(request: HttpRequest) -> HttpResponse {
    let error = if has_key(&request) { RequestError::KeyInAddress } else { RequestError::RouteNotFound };
    ApiError::from(error).respond(&request)
}

/// A resource with GET: HEAD works wherever GET does, and every other method is an error in the envelope.
pub fn get_resource<F, Args>(path: &str, handler: F) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    resource(path, "GET, HEAD").route(read().to(handler)).wrap(from_fn(present_errors::<ApiError>))
}

/// A resource without routes, whose other methods than the `allowed` ones are errors in the envelope.
fn resource(path: &str, allowed: &'static str) -> Resource {
    web::resource(path).default_service(web::to(move || refuse_method(allowed)))
}

pub(crate) fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

async fn never_store(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

async fn refuse_method(allowed: &'static str) -> ApiResult {
    Err(ApiError::MethodNotAllowed { allowed })
}
