//! `/portal/admin/accounts`: all accounts, searched, filtered and in pages.

use super::mail_state::ShownMail;
use super::paging::{ListPage, PageLink};
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use catalog_domain::accounts::{Account, AccountStatus};
use catalog_domain::ports::AccountFilter;
use http_common::HttpState;
use localization::Message;
use serde::Deserialize;

/// The most characters of a search.
const MAXIMUM_SEARCH: usize = 200;

#[derive(Deserialize)]
pub(crate) struct AccountsQuery {
    q: Option<String>,
    status: Option<String>,
    page: Option<String>,
}

struct StatusChoice {
    value: &'static str,
    label: &'static str,
    filter: AccountFilter,
}

const ALL: AccountFilter = AccountFilter { status: None, password_requested: None };

static CHOICES: [StatusChoice; 5] = [
    StatusChoice { value: "", label: "accounts-all", filter: ALL },
    StatusChoice {
        value: "pending",
        label: "status-pending",
        filter: AccountFilter { status: Some(AccountStatus::Pending), ..ALL },
    },
    StatusChoice {
        value: "active",
        label: "status-active",
        filter: AccountFilter { status: Some(AccountStatus::Active), ..ALL },
    },
    StatusChoice {
        value: "disabled",
        label: "status-disabled",
        filter: AccountFilter { status: Some(AccountStatus::Disabled), ..ALL },
    },
    StatusChoice {
        value: "password-requested",
        label: "accounts-password-requested",
        filter: AccountFilter { password_requested: Some(true), ..ALL },
    },
];

#[derive(Template)]
#[template(path = "admin/accounts.html")]
struct AccountsPage {
    layout: Layout,
    search: String,
    status: &'static str,
    choices: &'static [StatusChoice],
    total: u64,
    /// With the mark of those whose mail is not delivered.
    accounts: Vec<(Account, Option<&'static str>)>,
    pages: Vec<PageLink>,
}

/// A page of the accounts by id.
pub(crate) async fn show(
    signed_in: AdminSignedIn,
    query: Query<AccountsQuery>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let shown = ListPage::read(query.page.as_deref())?;
    let (choice, search) = (query.choice()?, query.search()?);
    let found = state.app.accounts.search(choice.filter, search, shown.rows()).await?;
    let with_mark = |account: Account| {
        let mark = ShownMail::of(&account, &state).and_then(|mail| mail.mark());
        (account, mark)
    };
    Ok(signed_in.page(&AccountsPage {
        layout: Layout::signed_in("accounts-title", NavItem::Accounts, &signed_in),
        pages: shown.links(found.total, |number| address(search, choice, number)),
        search: search.to_owned(),
        status: choice.value,
        choices: &CHOICES,
        total: found.total,
        accounts: found.accounts.into_iter().map(with_mark).collect(),
    }))
}

impl AccountsQuery {
    fn choice(&self) -> Result<&'static StatusChoice, PortalError> {
        let status = self.status.as_deref().unwrap_or_default();
        let choice = CHOICES.iter().find(|choice| choice.value == status);
        choice.ok_or_else(|| PortalError::bad_request("error-unknown-status"))
    }

    fn search(&self) -> Result<&str, PortalError> {
        let search = self.q.as_deref().unwrap_or_default().trim();
        if search.chars().count() > MAXIMUM_SEARCH {
            return Err(PortalError::bad_request(Message::new("error-search-too-long").with("most", MAXIMUM_SEARCH)));
        }
        Ok(search)
    }
}

/// The address of a page of the accounts that were searched for.
fn address(search: &str, choice: &StatusChoice, page: u32) -> String {
    let pairs = [("q", search), ("status", choice.value), ("page", &page.to_string())];
    let pairs = pairs.into_iter().filter(|(_, value)| !value.is_empty());
    format!("/portal/admin/accounts?{}", serde_urlencoded::to_string(pairs.collect::<Vec<_>>()).unwrap_or_default())
}
