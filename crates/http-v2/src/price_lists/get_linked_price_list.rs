//! `GET /price-lists/:link`.

use super::respond::respond;
use crate::api_error::ApiResult;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{NoParameters, Parameters, PriceList};
use crate::response::{Authenticated, V2};
use crate::schemas::failures::{FORBIDDEN, NO_SECTION, UNAUTHORIZED};
use crate::schemas::{PriceListFile, Workbook};
use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use http_common::HttpState;
use http_common::params::{OfSearch, OfSection};
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
async fn get_linked_price_list(http: HttpRequest, link: Path<String>, state: Data<HttpState>) -> ApiResult {
    NoParameters::parse("", http.query_string(), V2::STRICTNESS).map_err(V2::refuse)?;
    let caller = state.app.callers.authenticate_link(&link, state.source_of(&http)).await?;
    let target = caller.key.as_ref().and_then(|key| key.address.clone()).unwrap_or_default();
    if target.starts_with(SEARCHES) {
        respond(
            &Authenticated::<PriceList<OfSearch>>::on_behalf_of(caller, &target, (&state, &http))?.with_conditions(),
        )
        .await
    } else {
        respond(
            &Authenticated::<PriceList<OfSection>>::on_behalf_of(caller, &target, (&state, &http))?.with_conditions(),
        )
        .await
    }
}
