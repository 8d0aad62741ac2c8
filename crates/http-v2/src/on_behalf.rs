//! What v2 responds to somebody who is known already, without a token: for pages that show the response to a request.

use crate::api_error::{ApiError, ApiResult};
use crate::extract::{Permission, Permitted};
use crate::params::Parameters;
use crate::price_lists::Format;
use crate::response::Authenticated;
use crate::{changes, imports, price_lists, products, sections};
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
    route(request, &state, caller, target).await.unwrap_or_else(|error| error.respond(request))
}

async fn route(request: &HttpRequest, state: &Data<HttpState>, caller: Caller, target: &str) -> ApiResult {
    let path = target.split_once('?').map_or(target, |(path, _)| path);
    let segments: Vec<&str> = path.strip_prefix("/api/v2/").unwrap_or_default().split('/').collect();
    let asked = Asked { caller, target, came: (state, request) };
    match segments[..] {
        ["products", "search"] => products::search_products(asked.read()?).await,
        ["products", "search", file] if Format::of_file(file).is_some() => {
            price_lists::get_search_price_list(asked.read()?).await
        }
        ["catalog", "sections", _, file] if Format::of_file(file).is_some() => {
            price_lists::get_section_price_list(asked.read()?).await
        }
        ["offers.csv"] => imports::get_offers(asked.permitted()?).await,
        ["products", _] => products::get_product(asked.read()?).await,
        ["catalog", "tree"] => sections::get_section_tree(asked.read()?).await,
        ["catalog", "sections", _, "products"] => products::list_section_products(asked.read()?).await,
        ["catalog", "sections", _, "product-changes"] => changes::list_product_changes(asked.read()?).await,
        _ => Err(RequestError::RouteNotFound.into()),
    }
}

/// A request that has yet to be read.
struct Asked<'a> {
    caller: Caller,
    target: &'a str,
    came: (&'a Data<HttpState>, &'a HttpRequest),
}

impl Asked<'_> {
    fn read<P: Parameters>(self) -> Result<Authenticated<P>, ApiError> {
        Authenticated::on_behalf_of(self.caller, self.target, self.came)
    }

    fn permitted<O: Permission, P: Parameters>(self) -> Result<Permitted<O, P>, ApiError> {
        self.read().and_then(Permitted::new)
    }
}
