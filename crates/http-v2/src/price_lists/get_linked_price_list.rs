//! `GET /price-lists/:link`.

use super::respond::respond;
use crate::api_error::ApiError;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{NoParameters, Parameters, PriceList};
use crate::response::{Authenticated, V2};
use crate::schemas::failures::{FORBIDDEN, NO_SECTION, UNAUTHORIZED};
use crate::schemas::{PriceListFile, Workbook};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use catalog_app::callers::Caller;
use http_common::HttpState;
use http_common::params::{OfSearch, OfSection, ProductListKind};
use http_common::pipeline::Interface;

/// The addresses of links that lead to a search begin so.
const SEARCHES: &str = "/api/v2/products/search/";

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_linked_price_list).open().of_catalog().file().fails_with(&[UNAUTHORIZED, FORBIDDEN, NO_SECTION])
}

/// Download the price list of a link
///
/// For programs without any authentication: the link names one list, as one account sees it now. People make links on
/// the portal, and end them there.
#[utoipa::path(
    get,
    path = "/price-lists/{link}",
    tag = "Products",
    params(("link" = String, Path, description = "The secret of the link.")),
    responses(
        (status = 200, description = "The price list.", content(
            (PriceListFile = "text/csv", example = json!("stockNumber,personal,currency\r\nPMP-002076,547.16,USD\r\n")),
            (Workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", example = json!("PK...")),
        )),
    )
)]
async fn get_linked_price_list(
    http_request: HttpRequest,
    link: Path<String>,
    state: Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    NoParameters::parse("", http_request.query_string(), V2::STRICTNESS).map_err(V2::refuse)?;
    let caller = state.app.callers.authenticate_link(&link, state.source_of(&http_request)).await?;
    let target = caller.key.as_ref().and_then(|key| key.address.clone()).unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    if path.starts_with(SEARCHES) {
        respond_as::<OfSearch>(caller, (path, query), &http_request, state).await
    } else {
        respond_as::<OfSection>(caller, (path, query), &http_request, state).await
    }
}

async fn respond_as<L: ProductListKind>(
    caller: Caller,
    (path, query): (&str, &str),
    http_request: &HttpRequest,
    state: Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let request = Authenticated::<PriceList<L>>::on_behalf_of(caller, path, query)?;
    respond(&request.with_conditions_of(http_request), http_request, state).await
}
