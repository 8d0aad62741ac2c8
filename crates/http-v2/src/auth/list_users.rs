//! `GET /auth/admin/users`.

use crate::api_error::ApiError;
use crate::bodies::UserAccountListBody;
use crate::extract::AdministratorCaller;
use crate::openapi::{AccountStatusName, AdministratorErrors};
use crate::params::ListUsers;
use actix_web::{HttpResponse, web};
use http_common::{Empty, Envelope, Services, call_store};

/// List users
///
/// All accounts by id, or those in one state: `pending` ones wait for approval. For administrators.
#[utoipa::path(
    get,
    path = "/auth/admin/users",
    tag = "Users",
    security(("accessToken" = [])),
    params(("status" = inline(Option<AccountStatusName>), Query, description = "Only users in this state.", nullable = false)),
    responses(
        (status = 200, description = "The users.", body = inline(Envelope<UserAccountListBody<'_>, Empty>)),
        AdministratorErrors,
    )
)]
pub(crate) async fn list_users(
    caller: AdministratorCaller<ListUsers>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let AdministratorCaller(request) = caller;
    let (store, status) = (services.account_store.clone(), request.parameters.status);
    let accounts = call_store(move || store.list(status)).await??;
    request.answer_uncataloged(&UserAccountListBody::new(&accounts))
}
