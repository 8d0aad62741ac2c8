//! Pages for administrators: requests for access, accounts, imports, the use of v1, the state of the server.
//!
//! Changes go through the functions of the v2 interface, and so are permitted, audited and recorded in the same way.

mod account;
mod account_events;
mod account_fields;
mod accounts;
mod accounts_csv;
mod attention;
mod chart;
mod import;
mod import_actions;
mod import_charts;
mod import_names;
mod import_report;
mod imports;
mod invitation;
mod level_examples;
mod look;
mod mail_state;
mod paging;
mod readers;
mod requests;
mod seeing;
mod selected_accounts;
mod shown_import;
mod status;
mod upload;
#[cfg(feature = "v1")]
mod v1_usage;

pub(crate) use attention::{Waiting, waiting_for};

use crate::portal_error::PortalError;
use crate::resources::{action_at, form_at, page_at};
use crate::session::AdminSignedIn;
use actix_web::dev::Payload;
use actix_web::web::ServiceConfig;
use actix_web::{FromRequest, HttpRequest};
use catalog_domain::accounts::{Account, AccountStatus};
use catalog_domain::pricing::Role;
use catalog_domain::values::AccountId;
use std::pin::Pin;

/// Registers the pages; paths are relative to `/portal`.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(page_at("/admin/requests", requests::show))
        .service(action_at("/admin/requests/{id}/approve", requests::approve))
        .service(action_at("/admin/requests/{id}/decline", requests::decline))
        .service(page_at("/admin/accounts", accounts::show))
        .service(page_at("/admin/accounts.csv", accounts_csv::download))
        .service(action_at("/admin/accounts/selected", selected_accounts::change))
        .service(form_at("/admin/accounts/{id}", account::show, account::change))
        .service(action_at("/admin/accounts/{id}/contact", account::correct))
        .service(action_at("/admin/accounts/{id}/enable", account::enable))
        .service(action_at("/admin/accounts/{id}/disable", account::disable))
        .service(action_at("/admin/accounts/{id}/erase", account::erase))
        .service(action_at("/admin/accounts/{id}/invitation", account::invite))
        .service(action_at("/admin/accounts/{id}/keys/{key}/revoke", account::revoke))
        .service(action_at("/admin/accounts/{id}/see", seeing::begin))
        .service(action_at("/admin/seeing/end", seeing::end))
        .service(action_at("/admin/accounts/{id}/mail", account::send_again))
        .service(form_at("/admin/imports", imports::show, upload::upload))
        .service(page_at("/admin/offers.csv", imports::download_offers))
        .service(page_at("/admin/imports/{id}", import::show))
        .service(action_at("/admin/imports/{id}/import", import_actions::import))
        .service(action_at("/admin/imports/{id}/try", import_actions::try_again))
        .service(action_at("/admin/imports/{id}/undo", import_actions::undo))
        .service(action_at("/admin/imports/{id}/cancel", import_actions::cancel))
        .service(action_at("/admin/imports/{id}/seen", import_actions::see))
        .service(page_at("/admin/look", look::show))
        .service(page_at("/admin/readers", readers::show))
        .service(page_at("/admin/status", status::show));
    #[cfg(feature = "v1")]
    config.service(page_at("/admin/v1", v1_usage::show));
}

fn status_name(status: &AccountStatus) -> &'static str {
    match status {
        AccountStatus::Pending => "status-pending",
        AccountStatus::Active => "status-active",
        AccountStatus::Disabled => "status-disabled",
    }
}

fn role_name(role: &Role) -> &'static str {
    match role {
        Role::User => "role-user",
        Role::Administrator => "role-admin",
    }
}

const UNKNOWN_ACCOUNT: PortalError = PortalError::NotFound("error-account-not-found");

/// What a page about an account is made from: the administrator who is signed in, and the account of the address.
struct AdminOfAccount {
    signed_in: AdminSignedIn,
    account: Account,
    request: HttpRequest,
}

impl FromRequest for AdminOfAccount {
    type Error = PortalError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PortalError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (signed_in, request) = (AdminSignedIn::from_request(request, payload), request.clone());
        Box::pin(async move {
            let signed_in = signed_in.await?;
            let id = request.match_info().query("id").parse().map(AccountId).map_err(|_| UNKNOWN_ACCOUNT)?;
            let account = signed_in.app().accounts.find(id).await?.ok_or(UNKNOWN_ACCOUNT)?;
            Ok(Self { signed_in, account, request })
        })
    }
}
