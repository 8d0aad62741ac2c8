//! `/portal/password/forgotten`: asks the administrators for a new link.

use super::{FormPage, MessagePage};
use crate::field::Field;
use crate::form::VisitorForm;
use crate::page::Layout;
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
        text: Some("forgotten-password-text"),
        fields: vec![Field::new("email", "field-email", "email", "username")],
        links: &[("/portal/sign-in", "sign-in")],
        ..FormPage::new("forgotten-password", &visitor, "/portal/password/forgotten", "send-request")
    };
    visitor.page(StatusCode::OK, &page, &request)
}

pub(super) async fn submit(
    request: HttpRequest,
    form: VisitorForm<ForgottenForm>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let VisitorForm { visitor, fields } = form;
    state.app.accounts.request_password(state.source_of(&request), fields.email).await?;
    let received = MessagePage {
        layout: Layout::public("request-received", &visitor),
        text: "forgotten-password-received",
        links: &[("/portal/sign-in", "sign-in")],
    };
    Ok(visitor.page(StatusCode::OK, &received, &request))
}
