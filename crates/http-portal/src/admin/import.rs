//! `/portal/admin/imports/:id`: one import. Those of commands, by their revision, have their warnings here.

use super::import_names as names;
use super::job;
use crate::catalog::links::encoded;
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use catalog_domain::imports::JobId;
use catalog_domain::ports::RecordedImport;
use catalog_domain::values::CatalogRevision;
use http_common::HttpState;
use localization::Message;

#[derive(Template)]
#[template(path = "admin/import.html")]
struct ImportPage {
    layout: Layout,
    import: RecordedImport,
}

pub(crate) async fn show(
    signed_in: AdminSignedIn,
    id: Path<String>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    if let Some(job) = JobId::parse(&id) {
        return job::show(&signed_in, job, &state).await;
    }
    let unknown = PortalError::NotFound("error-import-not-found");
    let Ok(revision) = id.parse().map(CatalogRevision) else { return Err(unknown) };
    let import = state.app.imports.find(revision).await?.ok_or(unknown)?;
    let layout = Layout::signed_in(
        Message::new("import-title").with("revision", revision.to_string()),
        NavItem::Imports,
        &signed_in,
    );
    Ok(signed_in.page(&ImportPage { layout, import }))
}

impl ImportPage {
    /// How many warnings have no text here.
    fn hidden(&self) -> u64 {
        self.import.summary.warnings.saturating_sub(self.import.summary.warning_texts.len() as u64)
    }
}

#[expect(clippy::unused_self, reason = "templates call methods of their page")]
impl ImportPage {
    /// Where a product is explained: it need not be public.
    fn explanation(&self, stock_number: &str) -> String {
        format!("/portal/admin/look?item={}", encoded(stock_number))
    }
}
