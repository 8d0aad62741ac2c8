//! `/portal/admin/imports`: a file to check and import, and the history of imports in pages.

use super::import_charts::Chart;
use super::import_names as names;
use super::import_report;
use super::paging::{ListPage, PageLink, PageQuery};
use super::shown_import::ShownImport;
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Query;
use askama::Template;
use localization::Message;

const CHARTED: u32 = 100;

#[derive(Template)]
#[template(path = "admin/imports.html")]
struct ImportsPage {
    layout: Layout,
    most_megabytes: u64,
    charts: Vec<Chart>,
    total: u64,
    imports: Vec<ShownImport>,
    pages: Vec<PageLink>,
}

/// A page of all imports, newest first.
pub(crate) async fn show(signed_in: AdminSignedIn, query: Query<PageQuery>) -> PageResult {
    let shown = ListPage::read(query.page.as_deref())?;
    let recorded = signed_in.app().imports.latest(CHARTED).await?;
    let charts =
        if recorded.is_empty() { Vec::new() } else { vec![Chart::of_products(&recorded), Chart::of_events(&recorded)] };
    let listed = signed_in.app().imports.list(shown.request()).await?;
    Ok(signed_in.page(&ImportsPage {
        layout: Layout::signed_in("imports-title", NavItem::Imports, &signed_in),
        most_megabytes: signed_in.app().imports.most_bytes() >> 20,
        charts,
        total: listed.total,
        imports: listed.items.iter().map(ShownImport::of).collect(),
        pages: shown.links(listed.total, |number| format!("/portal/admin/imports?page={number}#history")),
    }))
}

/// `/portal/admin/offers.csv`: the present offers, as the API gives them to this person, for the spreadsheets of the
/// page's language.
pub(crate) async fn download_offers(signed_in: AdminSignedIn, request: HttpRequest) -> PageResult {
    let target = format!("/api/v2/offers.csv?locale={}", signed_in.reader.locale.language.tag());
    let response = signed_in.have_api_respond(&request, target).await?;
    match response.status() {
        StatusCode::OK => Ok(response),
        status => Err(PortalError::Refused(status, Message::new("imports-offers-failed"))),
    }
}
