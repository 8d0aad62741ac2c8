//! Maps paths and methods to endpoints.

use crate::api_error::ApiError;
use crate::{auth, changes, products, sections};
use actix_web::dev::HttpServiceFactory;
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Responder, Route, guard};
use http_common::RequestError;
use http_common::response::{InterfaceError, present_errors};

/// Registers every v2 route. The handlers expect `web::Data<http_common::HttpState>` among the app data.
pub fn configure(config: &mut ServiceConfig) {
    // Routes are tried one after the other, and one with a parameter takes the most time: frequent ones come first.
    config
        .service(get_resource("/api/v2/products/{stockNumber}", products::get_product))
        .service(get_resource("/api/v2/catalog/sections/{id}/products", sections::list_section_products))
        .service(get_resource("/api/v2/catalog/sections/{id}/product-changes", changes::list_product_changes))
        .service(get_resource(
            "/api/v2/catalog/sections/{id}/product-changes/summary",
            changes::summarize_product_changes,
        ))
        .service(get_resource("/api/v2/catalog/sections/{id}/product-digest", changes::get_product_digest))
        .service(get_resource("/api/v2/catalog/sections/{id}/product-snapshot", changes::get_product_snapshot))
        .service(get_resource("/api/v2/products", products::list_products))
        .service(post_resource("/auth/token", auth::issue_token))
        .service(get_resource("/auth/v2/check", auth::check_token))
        .service(post_resource("/auth/registration", auth::register))
        .service(post_resource("/auth/admin/login", auth::issue_administrator_token))
        .service(get_resource("/auth/admin/users", auth::list_users))
        .service(post_resource("/auth/password", auth::set_password))
        .service(post_resource("/auth/password/forgotten", auth::request_password))
        .service(get_resource("/api/v2/catalog/tree", sections::get_section_tree))
        .service(get_resource("/api/v2/catalog/sections", sections::list_sections))
        .service(get_resource("/api/v2/catalog/sections/{id}", sections::get_section))
        .service(get_resource("/api/v2/catalog/sections/{id}/vendors", sections::list_section_vendors))
        .service(patch_resource("/auth/admin/users/{id}", auth::change_user))
        .service(post_resource("/auth/admin/users/{id}/invitation", auth::invite_user));
}

/// The response to an unknown path; for the app's default service.
pub async fn not_found(request: HttpRequest) -> HttpResponse {
    ApiError::from(RequestError::RouteNotFound).respond(&request)
}

/// A resource with GET: HEAD works wherever GET does, and every other method is an error in the envelope.
pub fn get_resource<F, Args>(path: &str, handler: F) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let read = guard::Any(guard::Get()).or(guard::Head());
    web::resource(path)
        .route(web::route().guard(read).to(handler))
        .default_service(web::to(|| refuse_method("GET, HEAD")))
        .wrap(from_fn(present_errors::<ApiError>))
}

fn post_resource<F, Args>(path: &str, handler: F) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    write_resource(path, web::post(), "POST", handler)
}

fn patch_resource<F, Args>(path: &str, handler: F) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    write_resource(path, web::patch(), "PATCH", handler)
}

fn write_resource<F, Args>(
    path: &str,
    route: Route,
    method: &'static str,
    handler: F,
) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path)
        .route(route.to(handler))
        .default_service(web::to(move || refuse_method(method)))
        .wrap(from_fn(present_errors::<ApiError>))
}

async fn refuse_method(allowed: &'static str) -> Result<HttpResponse, ApiError> {
    Err(ApiError::MethodNotAllowed { allowed })
}
