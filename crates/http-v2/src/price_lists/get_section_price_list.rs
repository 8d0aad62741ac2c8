//! `GET /api/v2/catalog/sections/:id/price-list.csv` and `.xlsx`.

use super::respond::respond;
use crate::api_error::ApiResult;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{LookOfFile, PriceList, SectionInPath, SectionList};
use crate::response::Authenticated;
use crate::schemas::PriceListFile;
use crate::schemas::failures::NO_SECTION;
use http_common::params::OfSection;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_section_price_list).of_catalog().file().fails_with(&[NO_SECTION])
}

/// Get the price list of a section
///
/// The whole list of the section's public products, at the caller's own prices, as CSV. A price that is on request or
/// absent is an empty cell. The same path with `.xlsx` is a workbook.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/price-list.csv",
    tag = "Products",
    params(SectionInPath, SectionList, LookOfFile),
    responses(
        (status = 200, description = "The price list.", body = PriceListFile, content_type = "text/csv",
            example = json!("stockNumber,personal,currency\r\nPMP-002076,547.16,USD\r\n")),
    )
)]
pub(crate) async fn get_section_price_list(request: Authenticated<PriceList<OfSection>>) -> ApiResult {
    respond(&request).await
}
