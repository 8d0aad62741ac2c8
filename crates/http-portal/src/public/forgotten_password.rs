//! `/portal/password/forgotten`: asks the administrators for a new link.

use super::{FormPage, MessagePage};
use crate::field::Field;
use crate::form::VisitorForm;
use crate::page::{Layout, page};
use crate::portal_error::PortalError;
use crate::session::Visitor;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use http_common::HttpState;
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct ForgottenForm {
    #[serde(default)]
    email: String,
}

pub(super) async fn show(request: HttpRequest, visitor: Visitor) -> HttpResponse {
    let page = FormPage {
        layout: Layout::public("Forgotten password"),
        text: "You get a link on which you set a new one. Until then the present one works.",
        action: "/portal/password/forgotten",
        form_token: visitor.form_token().to_owned(),
        fields: vec![Field::new("email", "E-mail", "email", "username")],
        button: "Send request",
        links: &[("/portal/sign-in", "Sign in")],
        ..FormPage::default()
    };
    visitor.page(StatusCode::OK, &page, &request)
}

pub(super) async fn submit(
    request: HttpRequest,
    form: VisitorForm<ForgottenForm>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    state.app.accounts.request_password(state.source_of(&request), form.fields.email).await?;
    Ok(page(&MessagePage {
        layout: Layout::public("Your request was received"),
        text: "If the address has access, its owner gets a link on which to set a new password.",
        links: &[("/portal/sign-in", "Sign in")],
    }))
}
