//! `/portal/sign-in`. An attempt is counted, checked and audited as one at `POST /auth/token`, by the same function.

use super::{FormPage, SIGN_IN};
use crate::cookies::PortalCookie;
use crate::field::Field;
use crate::form::VisitorForm;
use crate::page::{NavItem, PageResult, see_other, see_other_with};
use crate::session::{SignedIn, Visitor};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Query;
use catalog_domain::accounts::{LoginAttempt, LoginOutcome, LoginRealm, PublicRefusal, grant_for};
use serde::Deserialize;

const LINKS: &[(&str, &str)] =
    &[("/portal/password/forgotten", "forgotten-password"), ("/portal/register", "request-access")];

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct SignInQuery {
    next: String,
    /// Set after a password was set.
    password_set: bool,
    /// Set after a form was sent without a session.
    unsaved: bool,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct SignInForm {
    email: String,
    password: String,
    next: String,
}

pub(super) async fn show(query: Query<SignInQuery>, visitor: Visitor, signed_in: Option<SignedIn>) -> HttpResponse {
    if signed_in.is_some() {
        return see_other(page_after(&query.next));
    }
    let notice = query.password_set.then_some("sign-in-password-set");
    let problem = query.unsaved.then_some("sign-in-unsaved");
    let page = FormPage { notice, problem, ..form_page(&visitor, "", &query.next) };
    visitor.page(StatusCode::OK, &page)
}

pub(super) async fn submit(form: VisitorForm<SignInForm>) -> PageResult {
    let VisitorForm { visitor, fields: SignInForm { email, password, next } } = form;
    let (app, attempt) =
        (&visitor.state.app, LoginAttempt { login: email.clone(), password, realm: LoginRealm::Everybody });
    match app.accounts.check_login(visitor.source(), attempt).await? {
        LoginOutcome::Accepted(account) => {
            let session = app.callers.start_session(grant_for(&account)).await?;
            see_other_with(page_after(&next), &PortalCookie::Session.with(&session, &visitor.http))
        }
        LoginOutcome::Refused(refusal) => {
            let problem = Some(match refusal.public() {
                PublicRefusal::WrongCredentials => "sign-in-wrong",
                PublicRefusal::AccessDisabled => "sign-in-disabled",
            });
            let page = FormPage { problem, ..form_page(&visitor, &email, &next) };
            Ok(visitor.page(StatusCode::FORBIDDEN, &page))
        }
    }
}

fn form_page(visitor: &Visitor, email: &str, next: &str) -> FormPage {
    FormPage {
        hidden: vec![("next", next.to_owned())],
        fields: vec![
            Field::new("email", "field-email", "email", "username").with(email),
            Field::new("password", "field-password", "password", "current-password"),
        ],
        links: LINKS,
        ..FormPage::new("sign-in", visitor, SIGN_IN, "sign-in")
    }
}

/// The page that follows: one of the portal's own, whatever a link says.
pub(crate) fn page_after(next: &str) -> &str {
    let rest = next.strip_prefix("/portal");
    let is_own = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    let is_plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let path = next.split(['?', '#']).next().unwrap_or_default();
    if is_own && is_plain && !path.split('/').any(is_dot_segment) { next } else { NavItem::Overview.path() }
}

/// Whether browsers remove that segment from a path, which would lead out of the portal.
fn is_dot_segment(segment: &str) -> bool {
    [".", ".."].contains(&&*segment.to_ascii_lowercase().replace("%2e", "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_to_pages_of_the_portal_only() {
        for (next, page) in [
            ("/portal/catalog?page=2", "/portal/catalog?page=2"),
            ("/portal?a=b", "/portal?a=b"),
            ("", "/portal"),
            ("/", "/portal"),
            ("//other.example", "/portal"),
            ("https://other.example/portal", "/portal"),
            ("/portalx", "/portal"),
            ("/portal\r\nset-cookie: a=b", "/portal"),
            ("/portal/\\other.example", "/portal"),
            ("/portal/../docs", "/portal"),
            ("/portal/catalog/%2e%2E/..?a=b", "/portal"),
            ("/portal/products/a..b?next=../x", "/portal/products/a..b?next=../x"),
        ] {
            assert_eq!(page_after(next), page, "{next:?}");
        }
    }
}
