//! `PATCH /auth/admin/users/:id`.

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::changed_user;
use crate::endpoint::{Endpoint, endpoint};
use crate::extract::{BodyFields, ChangeAccounts, JsonDocument, PermittedDocument};
use crate::params::UserPath;
use crate::response;
use crate::schemas::failures::NO_USER;
use crate::schemas::{RoleName, UserIdText};
use catalog_app::accounts::AccountUpdateError;
use catalog_documents::ChangedUser;
use catalog_domain::accounts::{AccountChange, AccountChangeError, Operation, check_required_text};
use catalog_domain::pricing::{PriceLevel, Role};
use serde::Serialize;
use utoipa::ToSchema;

/// Changes of a user; absent fields stay as they are. Other fields are refused.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct UserChange {
    /// True approves a pending user or enables a disabled one, and makes an invitation if the user has no password;
    /// false disables the user and ends the user's tokens and invitation.
    #[schema(nullable = false)]
    is_active: Option<bool>,
    /// The price level of the personal prices, without invisible or look-alike characters.
    #[schema(
        example = "Опт",
        min_length = 1,
        max_length = 200,
        pattern = r"^[^\x00-\x1F\x7F]*[^\s\x00-\x1F\x7F][^\x00-\x1F\x7F]*$",
        nullable = false
    )]
    price_level: Option<String>,
    #[schema(value_type = Option<RoleName>, nullable = false)]
    role: Option<&'static str>,
    /// Whether configurators are shown.
    #[schema(nullable = false)]
    configurator_access: Option<bool>,
}

impl JsonDocument for AccountChange {
    fn read(fields: &mut BodyFields) -> Self {
        let change = Self {
            is_active: fields.optional_flag("isActive"),
            price_level: fields.present_text("priceLevel", check_required_text).map(|name| PriceLevel::new(&name)),
            role: fields.optional_named("role", Role::from_name, "must be user or admin"),
            configurator_access: fields.optional_flag("configuratorAccess"),
            contact: None,
        };
        fields.refuse_rest();
        change
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(change_user).for_administrators().fails_with(&[NO_USER])
}

/// Change a user
///
/// Approves, disables or enables a user, and sets what the user may see. The change takes effect on this server at once
/// and on every other one within a second. When `isActive` true is sent for a user without a password, which is the
/// case after every registration, the response has an `invitation`: a one-time link, valid for 72 hours, on which the
/// user sets one. It is shown this once; a repeated request makes no second link while the first is valid, `POST
/// /auth/admin/users/{id}/invitation` does. Administrators cannot disable themselves or remove their own role. For
/// administrators; a key with the right `admin` changes neither a role nor what would make a link.
#[utoipa::path(
    patch,
    path = "/auth/admin/users/{id}",
    tag = "Users",
    params(("id" = UserIdText, Path, description = "The user's id.", example = "2")),
    request_body = UserChange,
    responses((status = 200, description = "The user as it is now.", body = ChangedUser))
)]
async fn change_user(change: PermittedDocument<ChangeAccounts, UserPath, AccountChange>) -> ApiResult {
    let PermittedDocument { request, document } = change;
    let user = request.parameters.user.ok_or(ApiError::UserNotFound)?;
    let manages_access = request.caller.may(Operation::ManageAccess).is_ok();
    let named = named_field(&document);
    let updated = request.state.app.accounts.change(request.caller.account.id, user, document, manages_access).await;
    let updated = updated.map_err(|error| explain(error, named))?.ok_or(ApiError::UserNotFound)?;
    response::unstored(&changed_user(updated))
}

/// The first field that a change names.
fn named_field(change: &AccountChange) -> &'static str {
    match change {
        AccountChange { is_active: Some(_), .. } => "isActive",
        AccountChange { price_level: Some(_), .. } => "priceLevel",
        AccountChange { role: Some(_), .. } => "role",
        _ => "configuratorAccess",
    }
}

fn explain(error: AccountUpdateError, named: &'static str) -> ApiError {
    match error {
        AccountUpdateError::Refused(refusal) => {
            let field = match refusal {
                AccountChangeError::Erased => named,
                AccountChangeError::OwnAccess => "isActive",
                AccountChangeError::OwnRole => "role",
            };
            ApiError::parameter(field, refusal.to_string())
        }
        AccountUpdateError::NotWithThisKey => ApiError::NotWithThisKey,
        AccountUpdateError::Failure(failure) => failure.into(),
    }
}
