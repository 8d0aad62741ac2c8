//! The page that shows an invitation to the administrator who made it.

use super::AdminOfAccount;
use super::mail_state::ShownMail;
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::settings::PortalSettings;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::accounts::InvitationLink;
use catalog_domain::accounts::Account;
use catalog_domain::ports::MailOutcome;
use catalog_domain::values::Timestamp;
use localization::Message;

#[derive(Template)]
#[template(path = "admin/invitation.html")]
struct InvitationPage {
    layout: Layout,
    account: String,
    email: String,
    outcome: &'static str,
    shown: Option<ShownLink>,
}

struct ShownLink {
    link: String,
    expires_at: Timestamp,
    not_mailed: Option<&'static str>,
    mail: Option<ShownMail>,
}

/// The page after `outcome` on `account`, with the invitation if one was made.
pub(super) fn show(
    at: &AdminOfAccount,
    (account, outcome): (&Account, &'static str),
    invitation: Option<InvitationLink>,
) -> HttpResponse {
    let shown = invitation.map(|invitation| ShownLink {
        link: absolute(&invitation.link, &at.request),
        expires_at: invitation.expires_at,
        not_mailed: not_mailed(invitation.mail),
        mail: ShownMail::of(account, at.signed_in.app()),
    });
    at.signed_in.page(&InvitationPage {
        layout: Layout::signed_in("invitation-title", NavItem::Accounts, &at.signed_in),
        account: account.id.to_string(),
        email: account.profile.email.clone(),
        outcome,
        shown,
    })
}

/// Why the link is not mailed; `None` when it is.
fn not_mailed(outcome: MailOutcome) -> Option<&'static str> {
    match outcome {
        MailOutcome::Queued => None,
        MailOutcome::NotSetUp => Some("not-mailed-not-set-up"),
        MailOutcome::Full => Some("not-mailed-full"),
        MailOutcome::BadAddress => Some("not-mailed-bad-address"),
    }
}

/// The link with the address by which the administrator reaches this server, where it has none because no public one is
/// set.
fn absolute(link: &str, request: &HttpRequest) -> String {
    let settings = request.app_data::<Data<PortalSettings>>().filter(|_| link.starts_with('/'));
    settings.map_or_else(|| link.to_owned(), |settings| format!("{}{link}", settings.address(request)))
}
