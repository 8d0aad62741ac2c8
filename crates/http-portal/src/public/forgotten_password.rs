//! `/portal/password/forgotten`: asks the administrators for a new link.

use super::{FormPage, SIGN_IN, received};
use crate::field::Field;
use crate::form::VisitorForm;
use crate::page::PageResult;
use crate::session::Visitor;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::Deserialize;

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ForgottenForm {
    email: String,
}

pub(super) async fn show(visitor: Visitor) -> HttpResponse {
    let page = FormPage {
        text: Some("forgotten-password-text"),
        fields: vec![Field::new("email", "field-email", "email", "username")],
        links: &[(SIGN_IN, "sign-in")],
        ..FormPage::new("forgotten-password", &visitor, "/portal/password/forgotten", "send-request")
    };
    visitor.page(StatusCode::OK, &page)
}

pub(super) async fn submit(VisitorForm { visitor, fields }: VisitorForm<ForgottenForm>) -> PageResult {
    visitor.state.app.accounts.request_password(visitor.source(), fields.email).await?;
    Ok(received(&visitor, "forgotten-password-received", &[(SIGN_IN, "sign-in")]))
}
