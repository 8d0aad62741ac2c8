//! `/portal/admin/accounts`: all accounts, searched, filtered and in pages.

use super::mail_state::ShownMail;
use super::paging::{ListPage, PAGE_SIZE, PageLink};
use crate::filters;
use crate::page::{Layout, NavItem, page};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use catalog_app::runtime::try_call_store;
use catalog_domain::accounts::{Account, AccountStatus, login_key};
use catalog_domain::ports::{AccountFilter, AccountList, AccountPage, StoreError};
use http_common::Services;
use serde::Deserialize;
use std::sync::Arc;

/// The most characters of a search.
const MAXIMUM_SEARCH: usize = 200;

/// Accounts that a search reads at once.
const BATCH: u32 = 1_000;

/// The query of the page.
#[derive(Deserialize)]
pub(crate) struct AccountsQuery {
    q: Option<String>,
    status: Option<String>,
    page: Option<String>,
}

/// A choice of the status filter.
struct StatusChoice {
    value: &'static str,
    label: &'static str,
    filter: AccountFilter,
}

const ALL: AccountFilter = AccountFilter { status: None, password_requested: None };

const CHOICES: [StatusChoice; 5] = [
    StatusChoice { value: "", label: "All", filter: ALL },
    StatusChoice {
        value: "pending",
        label: "Pending",
        filter: AccountFilter { status: Some(AccountStatus::Pending), ..ALL },
    },
    StatusChoice {
        value: "active",
        label: "Active",
        filter: AccountFilter { status: Some(AccountStatus::Active), ..ALL },
    },
    StatusChoice {
        value: "disabled",
        label: "Disabled",
        filter: AccountFilter { status: Some(AccountStatus::Disabled), ..ALL },
    },
    StatusChoice {
        value: "password-requested",
        label: "New password requested",
        filter: AccountFilter { password_requested: Some(true), ..ALL },
    },
];

/// The page.
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
    services: Data<Services>,
) -> Result<HttpResponse, PortalError> {
    let shown = ListPage::read(query.page.as_deref())?;
    let status = query.status.as_deref().unwrap_or_default();
    let choice = CHOICES.iter().find(|choice| choice.value == status);
    let choice = choice.ok_or_else(|| PortalError::BadRequest("The status is none of those offered.".to_owned()))?;
    let search = query.q.as_deref().unwrap_or_default().trim().to_owned();
    if search.chars().count() > MAXIMUM_SEARCH {
        return Err(PortalError::BadRequest(format!("A search must have at most {MAXIMUM_SEARCH} characters.")));
    }
    let (list, wanted) = (Arc::clone(&services.account_services.list), search.clone());
    let found = try_call_store(move || find(&*list, choice.filter, &wanted, shown)).await?;
    let address = |number: u32| {
        let pairs = [("q", &*search), ("status", choice.value), ("page", &number.to_string())];
        let pairs = pairs.into_iter().filter(|(_, value)| !value.is_empty());
        format!("/portal/admin/accounts?{}", serde_urlencoded::to_string(pairs.collect::<Vec<_>>()).unwrap_or_default())
    };
    let with_mark = |account: Account| {
        let mark = ShownMail::of(&account, &services).and_then(|mail| mail.mark());
        (account, mark)
    };
    Ok(page(&AccountsPage {
        layout: Layout::signed_in("Accounts", NavItem::Accounts, &signed_in),
        pages: shown.links(found.total, address),
        search,
        status: choice.value,
        choices: &CHOICES,
        total: found.total,
        accounts: found.accounts.into_iter().map(with_mark).collect(),
    }))
}

/// The accounts of the page. Texts are compared here and not by the store: its engines differ in what they know of
/// letters. A search reads all accounts, a thousand at a time.
fn find(
    list: &dyn AccountList,
    filter: AccountFilter,
    search: &str,
    shown: ListPage,
) -> Result<AccountPage, StoreError> {
    if search.is_empty() {
        return list.list_page(filter, shown.offset(), PAGE_SIZE);
    }
    let wanted = login_key(search);
    let (mut found, mut after) = (AccountPage { accounts: Vec::new(), total: 0 }, None);
    loop {
        let batch = list.list_after(filter, after, BATCH)?;
        let is_last = batch.len() < BATCH as usize;
        after = batch.last().map(|account| account.id);
        for account in batch.into_iter().filter(|account| matches(account, &wanted)) {
            found.total += 1;
            if found.total > shown.offset() && found.accounts.len() < PAGE_SIZE as usize {
                found.accounts.push(account);
            }
        }
        if is_last {
            return Ok(found);
        }
    }
}

/// Whether the account has `wanted`, which is in lower case, in one of its texts or as its id.
fn matches(account: &Account, wanted: &str) -> bool {
    let profile = &account.profile;
    let texts = [Some(&profile.email), Some(&profile.name), Some(&profile.company), profile.phone.as_ref()];
    texts.into_iter().flatten().any(|text| text.to_lowercase().contains(wanted)) || account.id.to_string() == wanted
}
