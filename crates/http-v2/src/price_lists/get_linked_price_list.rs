//! `GET /price-lists/:link`.

use super::respond::respond;
use crate::api_error::ApiError;
use crate::params::{GetSearchPriceList, GetSectionPriceList, NoParameters, Parameters, SEARCH_PRICE_LIST};
use crate::response::{Authenticated, V2};
use crate::schemas::{LinkErrors, PriceListFile};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use http_common::HttpState;
use http_common::pipeline::Interface;

/// Download the price list of a link
///
/// For programs without any authentication: the link names one list, as one account sees it now. People make links on
/// the portal, and end them there.
#[utoipa::path(
    get,
    path = "/price-lists/{link}",
    tag = "Products",
    security(()),
    params(("link" = String, Path, description = "The secret of the link.")),
    responses(
        (status = 200, description = "The price list.", body = PriceListFile, content_type = "text/csv",
            example = json!("stockNumber,personal,currency\r\nPMP-002076,547.16,USD\r\n")),
        LinkErrors,
    )
)]
pub(crate) async fn get_linked_price_list(
    http_request: HttpRequest,
    link: Path<String>,
    state: Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    NoParameters::parse("", http_request.query_string(), V2::STRICTNESS).map_err(V2::refuse)?;
    let caller = state.app.callers.authenticate_link(&link, state.source_of(&http_request)).await?;
    let target = caller.key.as_ref().and_then(|key| key.address.clone()).unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    if path.starts_with(SEARCH_PRICE_LIST) {
        let request = Authenticated::<GetSearchPriceList>::on_behalf_of(caller, path, query)?;
        respond(&request.with_conditions_of(&http_request), &http_request, state).await
    } else {
        let request = Authenticated::<GetSectionPriceList>::on_behalf_of(caller, path, query)?;
        respond(&request.with_conditions_of(&http_request), &http_request, state).await
    }
}
