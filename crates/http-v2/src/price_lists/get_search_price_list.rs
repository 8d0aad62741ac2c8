//! `GET /api/v2/products/search/price-list.csv` and `.xlsx`.

use super::respond::respond;
use crate::api_error::ApiError;
use crate::params::GetSearchPriceList;
use crate::response::Authenticated;
use crate::schemas::{PriceListColumnName, PriceListFile, PriceListLocaleName, SectionErrors};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use http_common::HttpState;

/// Get the price list of a search
///
/// All public products that a text finds, at the caller's own prices, as CSV. A price on request or absent is an
/// empty cell. The same path with `.xlsx` is a workbook.
#[utoipa::path(
    get,
    path = "/api/v2/products/search/price-list.csv",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("columns" = inline(Option<Vec<PriceListColumnName>>), Query, style = Form, explode = false, min_items = 1,
            nullable = false, description = "The columns, in that order; all of them by default."),
        ("locale" = inline(Option<PriceListLocaleName>), Query, nullable = false, description = "`en` (default), or \
            `ru`: Russian heads, and in CSV a byte order mark, semicolons and decimal commas."),
    ),
    responses(
        (status = 200, description = "The price list.", body = PriceListFile, content_type = "text/csv",
            example = json!("stockNumber,personal,currency\r\nPMP-002076,547.16,USD\r\n")),
        SectionErrors,
    )
)]
pub(crate) async fn get_search_price_list(
    request: Authenticated<GetSearchPriceList>,
    http_request: HttpRequest,
    state: Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    respond(&request, &http_request, state).await
}
