//! `GET /api/v2/imports`.

use crate::api_error::ApiError;
use crate::bodies::imports;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::Parameters;
use crate::response;
use crate::schemas::failures::{NO_ADMINISTRATOR, NOT_WITH_KEY};
use crate::schemas::{PageSizeNumber, PositiveNumber};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use catalog_documents::Imports;
use catalog_domain::catalog::PageRequest;
use http_common::HttpState;
use http_common::params::ParameterReader;

#[derive(Debug, Hash)]
struct ListImports {
    page: PageRequest,
}

impl Parameters for ListImports {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { page: reader.page() }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_imports).unstored().fails_with(&[NO_ADMINISTRATOR, NOT_WITH_KEY])
}

/// List imports
///
/// All imports, the newest first: those that came over HTTP, whatever became of them, and those of commands that
/// changed something.
#[utoipa::path(
    get,
    path = "/api/v2/imports",
    tag = "Imports",
    params(
        ("page" = inline(Option<PositiveNumber>), Query, nullable = false, description = "The page, from 1."),
        ("pageSize" = inline(Option<PageSizeNumber>), Query, nullable = false, description = "Imports on a page."),
    ),
    responses((status = 200, description = "The imports.", body = Imports))
)]
async fn list_imports(asked: Permitted<Import, ListImports>, state: Data<HttpState>) -> Result<HttpResponse, ApiError> {
    let page = asked.request.parameters.page;
    let list = state.app.imports.list(page).await?;
    response::no_store(StatusCode::OK, &imports(page, &list))
}
