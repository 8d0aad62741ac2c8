//! `/portal/admin/status`: the state of this server.

use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::server_status::StatusGroup;
use crate::session::AdminSignedIn;
use crate::settings::PortalSettings;
use actix_web::web::Data;
use askama::Template;
use catalog_app::runtime::call_store;

#[derive(Template)]
#[template(path = "admin/status.html")]
struct StatusPage {
    layout: Layout,
    groups: Vec<StatusGroup>,
}

pub(crate) async fn show(signed_in: AdminSignedIn, settings: Data<PortalSettings>) -> PageResult {
    let groups = match settings.status.clone() {
        Some(server) => call_store(move || server.status()).await?,
        None => Vec::new(),
    };
    let layout = Layout::signed_in("status-title", NavItem::Status, &signed_in);
    Ok(signed_in.page(&StatusPage { layout, groups }))
}
