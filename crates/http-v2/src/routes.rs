//! Maps paths and methods to endpoints.

use crate::api_error::ApiError;
use crate::{auth, changes, imports, price_lists, products, sections};
use actix_web::body::MessageBody;
use actix_web::dev::{HttpServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, ServiceConfig};
use actix_web::{Error, FromRequest, Handler, HttpRequest, HttpResponse, Resource, Responder, Route, guard};
use http_common::RequestError;
use http_common::response::{InterfaceError, has_key, present_errors};

/// Registers every v2 route. The handlers expect `web::Data<http_common::HttpState>` among the app data.
pub fn configure(config: &mut ServiceConfig) {
    // Routes are tried one after the other, and one with a parameter takes the most time: frequent ones come first.
    config
        .service(get_resource("/api/v2/products/search", products::search_products))
        .service(get_resource("/api/v2/products/{stockNumber}", products::get_product))
        .service(get_resource("/api/v2/catalog/sections/{id}/products", sections::list_section_products))
        .service(get_resource("/api/v2/catalog/sections/{id}/product-changes", changes::list_product_changes))
        .service(get_resource(
            "/api/v2/catalog/sections/{id}/product-changes/summary",
            changes::summarize_product_changes,
        ))
        .service(get_resource("/api/v2/catalog/sections/{id}/product-digest", changes::get_product_digest))
        .service(get_resource("/api/v2/catalog/sections/{id}/product-snapshot", changes::get_product_snapshot))
        .service(get_resource("/api/v2/catalog/sections/{id}/price-list.csv", price_lists::get_section_price_list))
        .service(get_resource("/api/v2/catalog/sections/{id}/price-list.xlsx", price_lists::get_section_price_list))
        .service(get_resource("/api/v2/products/search/price-list.csv", price_lists::get_search_price_list))
        .service(get_resource("/api/v2/products/search/price-list.xlsx", price_lists::get_search_price_list))
        .service(get_resource("/price-lists/{link}", price_lists::get_linked_price_list))
        .service(get_resource("/api/v2/products", products::list_products))
        .service(post_resource("/auth/token", auth::issue_token))
        .service(get_resource("/auth/v2/check", auth::check_token))
        .service(post_resource("/auth/registration", auth::register))
        .service(post_resource("/auth/admin/login", auth::issue_administrator_token))
        .service(get_resource("/auth/admin/users", auth::list_users))
        .service(post_resource("/auth/password", auth::set_password))
        .service(post_resource("/auth/password/forgotten", auth::request_password))
        .service(unstored(resource("/auth/oauth/token", "POST").route(web::post().to(auth::exchange_key))))
        .service(unstored(
            resource("/.well-known/oauth-authorization-server", "GET, HEAD").route(read().to(auth::describe_oauth)),
        ))
        .service(unstored(
            resource("/auth/keys", "GET, HEAD, POST")
                .route(read().to(auth::list_keys))
                .route(web::post().to(auth::make_key)),
        ))
        .service(unstored(resource("/auth/keys/{id}", "DELETE").route(web::delete().to(auth::delete_key))))
        .service(unstored(resource("/auth/admin/users/{id}/keys", "GET, HEAD").route(read().to(auth::list_user_keys))))
        .service(unstored(
            resource("/auth/admin/users/{id}/keys/{keyId}", "DELETE").route(web::delete().to(auth::delete_user_key)),
        ))
        .service(unstored(
            resource("/api/v2/imports", "GET, HEAD, POST")
                .route(read().to(imports::list_imports))
                .route(web::post().to(imports::begin_import)),
        ))
        .service(unstored(
            resource("/api/v2/imports/{id}", "GET, HEAD, DELETE")
                .route(read().to(imports::get_import))
                .route(web::delete().to(imports::cancel_import)),
        ))
        .service(unstored(
            resource("/api/v2/imports/{id}/parts/{n}", "PUT").route(web::put().to(imports::put_import_part)),
        ))
        .service(unstored(resource("/api/v2/imports/{id}/start", "POST").route(web::post().to(imports::start_import))))
        .service(unstored(
            resource("/api/v2/imports/{id}/report", "GET, HEAD").route(read().to(imports::get_import_report)),
        ))
        .service(get_resource("/api/v2/catalog/tree", sections::get_section_tree))
        .service(get_resource("/api/v2/catalog/sections", sections::list_sections))
        .service(get_resource("/api/v2/catalog/sections/{id}", sections::get_section))
        .service(get_resource("/api/v2/catalog/sections/{id}/vendors", sections::list_section_vendors))
        .service(patch_resource("/auth/admin/users/{id}", auth::change_user))
        .service(post_resource("/auth/admin/users/{id}/invitation", auth::invite_user));
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

fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// `resource` with responses that nobody may store, errors included: they are about keys, or only true at this moment.
fn unstored(resource: Resource) -> impl HttpServiceFactory + 'static {
    resource.wrap(from_fn(present_errors::<ApiError>)).wrap(from_fn(never_store))
}

async fn never_store(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
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
    resource(path, method).route(route.to(handler)).wrap(from_fn(present_errors::<ApiError>))
}

async fn refuse_method(allowed: &'static str) -> Result<HttpResponse, ApiError> {
    Err(ApiError::MethodNotAllowed { allowed })
}
