//! `/portal/admin/readers`: the usage by account, as far as the server that answers knows.

use super::paging::{ListPage, PageLink};
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use askama::Template;
use catalog_app::readers::{Followed, Reading};
use catalog_domain::accounts::CallerAccount;
use catalog_domain::values::{AccountId, SectionId, Timestamp};
use catalog_index::Catalog;
use http_common::HttpState;
use localization::Message;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize)]
pub(crate) struct ReadersQuery {
    page: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/readers.html")]
struct ReadersPage {
    layout: Layout,
    total: usize,
    readers: Vec<Reader>,
    pages: Vec<PageLink>,
}

struct Reader {
    id: AccountId,
    /// `None` when the account is gone.
    account: Option<Arc<CallerAccount>>,
    requests: u64,
    last_request_at: Timestamp,
    followed: Vec<FollowedSection>,
}

struct FollowedSection {
    id: SectionId,
    /// `None` when it is public no longer.
    name: Option<String>,
    polled_at: Timestamp,
    behind: Message,
}

/// A page of the accounts that have read something, the latest first.
pub(crate) async fn show(
    signed_in: AdminSignedIn,
    query: Query<ReadersQuery>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let shown = ListPage::read(query.page.as_deref())?;
    let (all, catalog) = (state.app.readers.list(), state.app.catalog.current());
    let (total, rows) = (all.len(), shown.rows());
    let first = usize::try_from(rows.offset).unwrap_or(usize::MAX);
    let mut readers = Vec::new();
    for (id, Reading { requests, last_request_at, followed }) in all.into_iter().skip(first).take(rows.count as usize) {
        let account = state.app.accounts.find_caller(id).await?;
        let followed = followed.iter().map(|poll| FollowedSection::new(*poll, &catalog)).collect();
        readers.push(Reader { id, account, requests, last_request_at, followed });
    }
    let layout = Layout::signed_in("readers-title", NavItem::Readers, &signed_in);
    let pages = shown.links(total as u64, |number| format!("/portal/admin/readers?page={number}"));
    Ok(signed_in.page(&ReadersPage { layout, total, readers, pages }))
}

impl FollowedSection {
    fn new(poll: Followed, catalog: &Catalog) -> Self {
        let sections = catalog.sections();
        let name = sections.find(poll.section).map(|index| sections.node(index).section.name.to_string());
        let behind = match catalog.log_position().last.number.0.saturating_sub(poll.event.0) {
            behind if behind > 0 => Message::new("readers-behind").with("count", behind),
            _ => Message::new("readers-up-to-date"),
        };
        Self { id: poll.section, name, polled_at: poll.polled_at, behind }
    }
}
