//! `/portal/admin/imports`: the last imports that changed something.

use super::import_charts::Chart;
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use catalog_domain::ports::RecordedImport;
use http_common::HttpState;

const SHOWN: u32 = 100;

#[derive(Template)]
#[template(path = "admin/imports.html")]
struct ImportsPage {
    layout: Layout,
    imports: Vec<RecordedImport>,
    charts: Vec<Chart>,
}

/// The last 100 imports, newest first.
pub(crate) async fn show(signed_in: AdminSignedIn, state: Data<HttpState>) -> Result<HttpResponse, PortalError> {
    let imports = state.app.imports.latest(SHOWN).await?;
    let charts =
        if imports.is_empty() { Vec::new() } else { vec![Chart::of_products(&imports), Chart::of_events(&imports)] };
    let layout = Layout::signed_in("imports-title", NavItem::Imports, &signed_in);
    Ok(signed_in.page(&ImportsPage { layout, imports, charts }))
}

impl ImportsPage {
    /// How long an import took: `1.9 s`.
    fn duration(&self, import: &RecordedImport) -> String {
        let milliseconds = import.duration_microseconds() / 1_000;
        format!("{}.{} s", milliseconds / 1_000, milliseconds % 1_000 / 100)
    }
}
