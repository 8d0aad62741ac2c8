//! `GET /auth/admin/users`.

use crate::api_error::ApiResult;
use crate::bodies::user_accounts;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{Permitted, ReadAccounts};
use crate::page_links::link_pages;
use crate::params::{ParameterReader, Parameters};
use crate::schemas::failures::NO_ADMINISTRATOR;
use crate::schemas::{AccountStatusName, PageSizeNumber, PositiveNumber};
use catalog_app::accounts::Rows;
use catalog_documents::UserAccounts;
use catalog_domain::accounts::AccountStatus;
use catalog_domain::catalog::PageRequest;
use catalog_domain::ports::AccountFilter;

#[derive(Debug, Hash)]
struct ListUsers {
    filter: AccountFilter,
    page: PageRequest,
}

impl Parameters for ListUsers {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let status = reader.parsed("status", |text| {
            AccountStatus::from_name(text).ok_or_else(|| "must be pending, active or disabled".into())
        });
        let filter = AccountFilter { status, password_requested: reader.flag("passwordRequested") };
        Self { filter, page: reader.page() }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_users).paged().fails_with(&[NO_ADMINISTRATOR])
}

/// List users
///
/// A page of the accounts by id, or of those in one state: `pending` ones wait for approval. `passwordRequested=true`
/// selects those with a pending request for a new password. For administrators.
#[utoipa::path(
    get,
    path = "/auth/admin/users",
    tag = "Users",
    params(
        ("status" = inline(Option<AccountStatusName>), Query, description = "Only users in this state.", nullable = false),
        ("passwordRequested" = Option<bool>, Query, description = "Only users for whom a new password was asked, or only \
            the others.", nullable = false),
        ("page" = inline(Option<PositiveNumber>), Query, nullable = false,
            description = "Counted from 1 (default). A page beyond the last is empty."),
        ("pageSize" = inline(Option<PageSizeNumber>), Query, nullable = false, description = "Users on a page."),
    ),
    responses((status = 200, description = "A page of users.", body = UserAccounts))
)]
async fn list_users(request: Permitted<ReadAccounts, ListUsers>) -> ApiResult {
    let ListUsers { filter, page } = *request.parameters;
    let found = request.state.app.accounts.list(filter, Rows { offset: page.offset(), count: page.size }).await?;
    let mut response = request.respond_plain(&user_accounts(page, &found))?;
    link_pages(&mut response, &request.http, page, found.total);
    Ok(response)
}
