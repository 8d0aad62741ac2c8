//! `/portal/admin/readers`: the usage by account, as far as the server that answers knows.

use super::paging::{ListPage, PageLink, PageQuery};
use crate::catalog::links::changes_page;
use crate::catalog::public_section;
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::session::AdminSignedIn;
use actix_web::web::Query;
use askama::Template;
use catalog_app::readers::{Followed, Reading};
use catalog_domain::accounts::CallerAccount;
use catalog_domain::values::{AccountId, SectionId, Timestamp};
use catalog_index::Catalog;
use localization::Message;
use std::sync::Arc;

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
    page: String,
    /// `None` when it is public no longer.
    name: Option<String>,
    polled_at: Timestamp,
    behind: Message,
}

/// A page of the accounts that have read something, the latest first.
pub(crate) async fn show(signed_in: AdminSignedIn, query: Query<PageQuery>) -> PageResult {
    let (shown, app) = (ListPage::read(query.page.as_deref())?, signed_in.app());
    let (all, catalog) = (app.readers.list(), app.catalog.current());
    let (total, rows) = (all.len(), shown.rows());
    let first = usize::try_from(rows.offset).unwrap_or(usize::MAX);
    let mut readers = Vec::new();
    for (id, Reading { requests, last_request_at, followed }) in all.into_iter().skip(first).take(rows.count as usize) {
        let account = app.accounts.find_caller(id).await?;
        let followed = followed.iter().map(|poll| FollowedSection::new(*poll, &catalog)).collect();
        readers.push(Reader { id, account, requests, last_request_at, followed });
    }
    let layout = Layout::signed_in("readers-title", NavItem::Readers, &signed_in);
    let pages = shown.links(total as u64, |number| format!("{}?page={number}", NavItem::Readers.path()));
    Ok(signed_in.page(&ReadersPage { layout, total, readers, pages }))
}

impl FollowedSection {
    fn new(poll: Followed, catalog: &Catalog) -> Self {
        let name = public_section(catalog, poll.section).map(|section| section.name.to_string());
        let behind = match catalog.log_position().last.number.0.saturating_sub(poll.event.0) {
            behind if behind > 0 => Message::new("readers-behind").with("count", behind),
            _ => Message::new("readers-up-to-date"),
        };
        Self { id: poll.section, page: changes_page(poll.section), name, polled_at: poll.polled_at, behind }
    }
}
