//! `/portal/admin/v1`: the use of v1.

use super::paging::{ListPage, PageLink, PageQuery};
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::session::AdminSignedIn;
use actix_web::web::Query;
use askama::Template;
use catalog_app::v1_usage::{V1CallerPage, V1CallerUsage};
use catalog_domain::ports::V1Caller;
use localization::Message;

#[derive(Template)]
#[template(path = "admin/v1_usage.html")]
struct V1UsagePage {
    layout: Layout,
    total: u64,
    callers: Vec<V1CallerUsage>,
    pages: Vec<PageLink>,
}

/// A page of the callers, the latest first.
pub(crate) async fn show(signed_in: AdminSignedIn, query: Query<PageQuery>) -> PageResult {
    let shown = ListPage::read(query.page.as_deref())?;
    let V1CallerPage { total, callers } = signed_in.app().v1_usage.list(shown.rows()).await?;
    let layout = Layout::signed_in("v1-title", NavItem::V1Usage, &signed_in);
    let pages = shown.links(total, |number| format!("{}?page={number}", NavItem::V1Usage.path()));
    Ok(signed_in.page(&V1UsagePage { layout, total, callers, pages }))
}

/// What is shown instead of the e-mail of a caller that is no account.
fn caller_name(caller: &V1Caller) -> Message {
    match caller {
        V1Caller::Account(id) => Message::new("account-deleted").with("id", id.to_string()),
        V1Caller::Nobody => Message::new("v1-nobody"),
        V1Caller::Others => Message::new("v1-others"),
    }
}
