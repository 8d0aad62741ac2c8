//! `GET /api/v2/imports`.

use crate::api_error::ApiResult;
use crate::bodies::imports;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Import, Permitted};
use crate::params::{ParameterReader, Parameters};
use crate::response;
use crate::schemas::{PageSizeNumber, PositiveNumber};
use catalog_documents::Imports;
use catalog_domain::catalog::PageRequest;

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
    endpoint!(list_imports).unstored().for_administrators()
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
async fn list_imports(request: Permitted<Import, ListImports>) -> ApiResult {
    let page = request.parameters.page;
    let list = request.state.app.imports.list(page).await?;
    response::unstored(&imports(page, &list))
}
