//! `/portal/admin/v1`: who still uses v1.

use super::paging::{ListPage, PAGE_SIZE, PageLink};
use crate::filters;
use crate::page::{Layout, NavItem, page};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use catalog_app::runtime::try_call_store;
use catalog_domain::accounts::Account;
use catalog_domain::ports::{AccountStore, StoreError, V1Caller, V1Usage, V1UsageStore};
use catalog_domain::values::Timestamp;
use http_common::Services;
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// The query of the page.
#[derive(Deserialize)]
pub(crate) struct V1UsageQuery {
    page: Option<String>,
}

/// The page.
#[derive(Template)]
#[template(path = "admin/v1_usage.html")]
struct V1UsagePage {
    layout: Layout,
    total: u64,
    callers: Vec<CallerUsage>,
    pages: Vec<PageLink>,
}

/// What one caller used.
struct CallerUsage {
    caller: V1Caller,
    /// The account, if the caller is one that is there.
    account: Option<Account>,
    requests: u64,
    last_used_at: Timestamp,
    /// The most used first.
    routes: Vec<V1Usage>,
}

/// A page of the callers, the latest first.
pub(crate) async fn show(
    signed_in: AdminSignedIn,
    query: Query<V1UsageQuery>,
    services: Data<Services>,
) -> Result<HttpResponse, PortalError> {
    let shown = ListPage::read(query.page.as_deref())?;
    let (store, accounts) = (Arc::clone(&services.v1_usage), Arc::clone(&services.account_store));
    let (total, callers) = try_call_store(move || read(&*store, &*accounts, shown)).await?;
    let layout = Layout::signed_in("Who still uses v1", NavItem::V1Usage, &signed_in);
    let pages = shown.links(total, |number| format!("/portal/admin/v1?page={number}"));
    Ok(page(&V1UsagePage { layout, total, callers, pages }))
}

/// The number of all callers, and those of the page.
fn read(
    store: &dyn V1UsageStore,
    accounts: &dyn AccountStore,
    shown: ListPage,
) -> Result<(u64, Vec<CallerUsage>), StoreError> {
    let mut routes: HashMap<V1Caller, Vec<V1Usage>> = HashMap::new();
    for usage in store.v1_usage()? {
        routes.entry(usage.caller).or_default().push(usage);
    }
    let mut callers: Vec<CallerUsage> =
        routes.into_iter().map(|(caller, routes)| CallerUsage::new(caller, routes)).collect();
    callers.sort_unstable_by_key(|usage| (Reverse(usage.last_used_at), usage.caller));
    let total = callers.len() as u64;
    let first = usize::try_from(shown.offset()).unwrap_or(usize::MAX);
    let mut callers: Vec<CallerUsage> = callers.into_iter().skip(first).take(PAGE_SIZE as usize).collect();
    for usage in &mut callers {
        if let V1Caller::Account(id) = usage.caller {
            usage.account = accounts.find(id)?;
        }
    }
    Ok((total, callers))
}

impl CallerUsage {
    fn new(caller: V1Caller, mut routes: Vec<V1Usage>) -> Self {
        routes.sort_unstable_by(|one, other| {
            (Reverse(one.requests), &one.route).cmp(&(Reverse(other.requests), &other.route))
        });
        Self {
            caller,
            account: None,
            requests: routes.iter().map(|usage| usage.requests).sum(),
            last_used_at: routes
                .iter()
                .map(|usage| usage.last_used_at)
                .max()
                .unwrap_or(Timestamp::from_unix_microseconds(0)),
            routes,
        }
    }

    /// What stands in place of the e-mail of a caller that is no account.
    fn text(&self) -> String {
        match self.caller {
            V1Caller::Account(id) => format!("account {id}, deleted"),
            V1Caller::Nobody => "without a valid token or password".to_owned(),
            V1Caller::Others => "other accounts".to_owned(),
        }
    }
}
