//! What v2 responds to somebody who is known already, without a token: for pages that show the response to a request.

use crate::api_error::ApiError;
use crate::price_lists::Format;
use crate::response::Authenticated;
use crate::{changes, price_lists, products, sections};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use catalog_app::callers::Caller;
use http_common::response::InterfaceError;
use http_common::{HttpState, RequestError};

/// The response to a GET request for `target`, a path of the catalog with its query, by `caller`: plain, and made by
/// the handler of the route. Errors are reported as those of `request`.
pub async fn respond_on_behalf(
    request: &HttpRequest,
    state: Data<HttpState>,
    caller: Caller,
    target: &str,
) -> HttpResponse {
    route(request, state, caller, target).await.unwrap_or_else(|error| error.respond(request))
}

async fn route(
    request: &HttpRequest,
    state: Data<HttpState>,
    caller: Caller,
    target: &str,
) -> Result<HttpResponse, ApiError> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let segments: Vec<&str> = path.strip_prefix("/api/v2/").unwrap_or_default().split('/').collect();
    match segments[..] {
        ["products", "search"] => {
            products::search_products(Authenticated::on_behalf_of(caller, path, query)?, request.clone(), state).await
        }
        ["products", "search", file] if Format::of_file(file).is_some() => {
            price_lists::get_search_price_list(
                Authenticated::on_behalf_of(caller, path, query)?,
                request.clone(),
                state,
            )
            .await
        }
        ["catalog", "sections", _, file] if Format::of_file(file).is_some() => {
            price_lists::get_section_price_list(
                Authenticated::on_behalf_of(caller, path, query)?,
                request.clone(),
                state,
            )
            .await
        }
        ["products", _] => products::get_product(Authenticated::on_behalf_of(caller, path, query)?, state).await,
        ["catalog", "tree"] => {
            sections::get_section_tree(Authenticated::on_behalf_of(caller, path, query)?, state).await
        }
        ["catalog", "sections", _, "products"] => {
            products::list_section_products(Authenticated::on_behalf_of(caller, path, query)?, request.clone(), state)
                .await
        }
        ["catalog", "sections", _, "product-changes"] => {
            changes::list_product_changes(Authenticated::on_behalf_of(caller, path, query)?, request.clone(), state)
                .await
        }
        _ => Err(RequestError::RouteNotFound.into()),
    }
}
