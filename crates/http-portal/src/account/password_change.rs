//! `/portal/account`: "Change password", which ends all other sessions and tokens.

use crate::cookies::PortalCookie;
use crate::field::Field;
use crate::filters;
use crate::form::PortalForm;
use crate::page::{Layout, NavItem, PageResult, see_other_with};
use crate::public::checked_password;
use crate::session::SignedIn;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::accounts::PasswordChange;
use catalog_domain::accounts::{CallerAccount, grant_for};
use localization::Message;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "account/account.html")]
struct AccountPage {
    layout: Layout,
    account: Arc<CallerAccount>,
    fields: [Field; 3],
    is_changed: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct AccountQuery {
    changed: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct PasswordChangeForm {
    present: String,
    password: String,
    repeated: String,
}

pub(super) async fn show(signed_in: SignedIn, query: Query<AccountQuery>) -> HttpResponse {
    let fields = [present_password(), Field::new_password(), Field::repeated_password()];
    signed_in.page(&AccountPage { is_changed: query.changed, ..account_page(&signed_in, fields) })
}

pub(super) async fn submit(
    request: HttpRequest,
    signed_in: SignedIn,
    PortalForm(form): PortalForm<PasswordChangeForm>,
) -> PageResult {
    let PasswordChangeForm { present, password, repeated } = form;
    let [new, repeated] = checked_password(&password, &repeated);
    if new.error.is_some() || repeated.error.is_some() {
        let page = account_page(&signed_in, [present_password(), new, repeated]);
        return Ok(signed_in.form_again(&page));
    }
    let (source, login) = (signed_in.state.source_of(&request), signed_in.account.email.to_string());
    let change = PasswordChange { login, present, new: password };
    let Ok(account) = signed_in.app().accounts.change_password(source, change).await? else {
        let wrong = present_password().checked(Err(Message::new("wrong-password")));
        let page = account_page(&signed_in, [wrong, new, repeated]);
        return Ok(signed_in.form_again(&page));
    };
    // This browser's session has ended with the others.
    let callers = &signed_in.app().callers;
    callers.end_session(&signed_in.session).await?;
    let session = callers.start_session(grant_for(&account)).await?;
    see_other_with("/portal/account?changed=true", &PortalCookie::Session.with(&session, &request))
}

fn present_password() -> Field {
    Field::new("present", "field-present-password", "password", "current-password")
}

fn account_page(signed_in: &SignedIn, fields: [Field; 3]) -> AccountPage {
    AccountPage {
        layout: Layout::signed_in("account-title", NavItem::Account, signed_in),
        account: Arc::clone(&signed_in.account),
        fields,
        is_changed: false,
    }
}
