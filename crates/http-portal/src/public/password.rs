//! `/portal/password`: where the links of invitations lead.

use super::{FormPage, MessagePage, SIGN_IN};
use crate::field::Field;
use crate::form::VisitorForm;
use crate::page::{Layout, PageResult, see_other};
use crate::session::Visitor;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Query;
use catalog_domain::accounts::{InvitationToken, check_password};
use localization::Message;
use serde::Deserialize;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct PasswordQuery {
    invitation: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct PasswordForm {
    invitation: String,
    password: String,
    repeated: String,
}

pub(crate) fn checked_password(password: &str, repeated: &str) -> [Field; 2] {
    let outcome = check_password(password);
    let is_repeated = if password == repeated { Ok(()) } else { Err(Message::new("wrong-repeated")) };
    [Field::new_password().checked(outcome), Field::repeated_password().checked(is_repeated)]
}

pub(super) async fn show(query: Query<PasswordQuery>, visitor: Visitor) -> PageResult {
    let Query(PasswordQuery { invitation }) = query;
    if !visitor.state.app.accounts.is_invited(InvitationToken::new(invitation.clone())).await? {
        return Ok(invalid_link(&visitor));
    }
    let fields = [Field::new_password(), Field::repeated_password()];
    Ok(visitor.page(StatusCode::OK, &form_page(&visitor, invitation, fields)))
}

pub(super) async fn submit(form: VisitorForm<PasswordForm>) -> PageResult {
    let VisitorForm { visitor, fields: PasswordForm { invitation, password, repeated } } = form;
    let fields = checked_password(&password, &repeated);
    if fields.iter().any(|field| field.error.is_some()) {
        let page = form_page(&visitor, invitation, fields);
        return Ok(visitor.form_again(&page));
    }
    let (accounts, token) = (&visitor.state.app.accounts, InvitationToken::new(invitation));
    let account = accounts.redeem_invitation(visitor.source(), token, password).await?;
    Ok(account.map_or_else(|| invalid_link(&visitor), |_| see_other("/portal/sign-in?password_set=true")))
}

/// The page for every link that cannot be used: the actual reason would only help a guesser.
fn invalid_link(visitor: &Visitor) -> HttpResponse {
    let invalid = MessagePage {
        layout: Layout::public("password-link-invalid", visitor),
        text: "password-link-invalid-text",
        links: &[("/portal/password/forgotten", "forgotten-password"), (SIGN_IN, "sign-in")],
    };
    visitor.page(StatusCode::GONE, &invalid)
}

fn form_page(visitor: &Visitor, invitation: String, fields: [Field; 2]) -> FormPage {
    FormPage {
        hidden: vec![("invitation", invitation)],
        fields: fields.into(),
        ..FormPage::new("password-title", visitor, "/portal/password", "password-set")
    }
}
