//! Maps paths and methods to endpoints, and to their successors in v2.

use crate::endpoints;
use crate::middleware::v1_middleware;
use crate::v1_error::V1Error;
use actix_web::dev::{HttpServiceFactory, ServiceRequest};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpResponse, Resource, Responder, guard};
use http_common::RequestError;

const PRODUCTS: &str = "/api/v2/products";
const SECTIONS: &str = "/api/v2/catalog/sections";
const TREE: &str = "/api/v2/catalog/tree";

/// Registers every v1 route, and a response for every other path below `/api/v1`. The handlers expect
/// `web::Data<http_common::Services>` among the app data.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(get_resource("/auth/token/{login}", "/auth/token", endpoints::issue_legacy_token))
        .service(get_resource("/auth/check", "/auth/v2/check", endpoints::check_legacy_token))
        .service(get_resource("/api/v1/get/catalog", TREE, endpoints::get_catalog))
        .service(get_resource("/api/v1/get/vendors/for/{id}", SECTIONS, endpoints::list_vendors))
        .service(get_resource("/api/v1/get/section-meta/{id}", SECTIONS, endpoints::get_section_meta))
        .configure(configure_items)
        .configure(configure_documentation)
        .configure(configure_availability)
        .service(unknown());
}

fn configure_items(config: &mut ServiceConfig) {
    config
        .service(get_resource("/api/v1/get/item/{id}", PRODUCTS, endpoints::get_item))
        .service(get_resource("/api/v1/get/items", PRODUCTS, endpoints::list_items))
        .service(get_resource("/api/v1/get/items/by-stock", PRODUCTS, endpoints::list_items_by_stock))
        .service(get_resource("/api/v1/get/items/from", SECTIONS, endpoints::list_items_from))
        .service(get_resource("/api/v1/get/item/{id}/configurator", PRODUCTS, endpoints::get_item_configurator));
}

fn configure_documentation(config: &mut ServiceConfig) {
    use endpoints as e;
    config
        .service(get_resource("/api/v1/get/item/{id}/documentation", PRODUCTS, e::get_item_documentation))
        .service(get_resource("/api/v1/get/items/documentation", PRODUCTS, e::list_documentation))
        .service(get_resource("/api/v1/get/items/documentation/by-stock", PRODUCTS, e::list_documentation_by_stock))
        .service(get_resource("/api/v1/get/items/documentation/from", SECTIONS, e::list_documentation_from));
}

fn configure_availability(config: &mut ServiceConfig) {
    use endpoints as e;
    config
        .service(get_resource("/api/v1/get/item/{id}/availability", PRODUCTS, e::get_item_availability))
        .service(get_resource("/api/v1/get/items/availability/by-stock", PRODUCTS, e::list_availability_by_stock))
        .service(get_resource("/api/v1/get/items/availability/from", SECTIONS, e::list_availability_from));
}

/// A resource with GET.
fn get_resource<F, Args>(path: &'static str, successor: &'static str, handler: F) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let read = guard::Any(guard::Get()).or(guard::Head());
    let resource = web::resource(path).route(web::route().guard(read).to(handler)).default_service(web::to(refuse));
    with_middleware(resource, successor)
}

/// Every other path of v1. Clients understand 200 only, so even an unknown path gets it.
fn unknown() -> impl HttpServiceFactory + 'static {
    with_middleware(web::resource(["/api/v1", "/api/v1/{unknown:.*}"]).to(refuse), TREE)
}

fn with_middleware(resource: Resource, successor: &'static str) -> impl HttpServiceFactory + 'static {
    resource.wrap(from_fn(move |request: ServiceRequest, next: Next<_>| v1_middleware(request, next, successor)))
}

async fn refuse() -> Result<HttpResponse, V1Error> {
    Err(RequestError::RouteNotFound.into())
}
