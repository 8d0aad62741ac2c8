//! "Visibility check": what `catalog explain` prints, as a page.

mod reasons;

use crate::filters;
use crate::page::{Layout, NavItem, PageResult, html, rendered};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use askama::Template;
use catalog_app::runtime::Effort;
use catalog_domain::catalog::SectionCounters;
use catalog_domain::explain::{ProductExplanation, SectionExplanation, SectionPath, explain_product, explain_section};
use catalog_domain::ports::VisibilityFacts;
use catalog_domain::pricing::{PriceLevel, Viewer};
use catalog_domain::sections::SectionTrees;
use catalog_domain::values::{CatalogRevision, SectionId};
use catalog_index::Catalog;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LookQuery {
    item: String,
    /// The price level; empty for all.
    level: String,
}

#[derive(Template)]
#[template(path = "admin/look.html")]
struct LookPage<'a> {
    layout: Layout,
    query: &'a LookQuery,
    facts: &'a VisibilityFacts,
    shown_revision: CatalogRevision,
    product: Option<ProductExplanation<'a>>,
    section: Option<SectionExplanation<'a>>,
    /// Of a public section, as this server shows it.
    counters: Option<SectionCounters>,
}

#[expect(clippy::unused_self, reason = "templates call methods of their page")]
impl LookPage<'_> {
    fn found_nothing(&self) -> bool {
        !self.query.item.is_empty() && self.product.is_none() && self.section.is_none()
    }

    fn section_path(&self) -> Option<&SectionPath<'_>> {
        self.section.as_ref().map(|section| &section.path)
    }

    fn listed(&self, sections: &[SectionId]) -> String {
        sections.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}

pub(super) async fn show(signed_in: AdminSignedIn, request: HttpRequest) -> PageResult {
    let query: LookQuery = serde_urlencoded::from_str(request.query_string())
        .map_err(|_| PortalError::bad_request("error-address-unreadable"))?;
    let (app, work) = (signed_in.app(), signed_in.work());
    // Until the page is written: all sections of the store are read for it, and would otherwise be held while it waits.
    let _permit = work.permit(Effort::Huge, 0).await;
    let facts = app.catalog.look_up(query.item.clone()).await?;
    let catalog = app.catalog.current();
    let viewer = viewer(&query.level, &facts.price_levels)?;
    let layout = Layout::signed_in("look-title", NavItem::Look, &signed_in);
    // All sections of the store are put into trees.
    let text = work.run(Effort::Long, move || write(layout, &query, &facts, &catalog, viewer.as_ref())).await??;
    Ok(html(StatusCode::OK, work.track(text.into_bytes()).into_bytes()))
}

fn write(
    layout: Layout,
    query: &LookQuery,
    facts: &VisibilityFacts,
    catalog: &Catalog,
    viewer: Option<&Viewer>,
) -> Result<String, PortalError> {
    let sections: Vec<_> = facts.sections.iter().cloned().map(Arc::new).collect();
    let trees = SectionTrees::build(&sections, catalog.storefront());
    let section = SectionId::parse(&query.item).ok();
    let section = section.and_then(|id| explain_section(id, &facts.sections, &trees.public, catalog.storefront()));
    let page = LookPage {
        layout,
        query,
        facts,
        shown_revision: catalog.revision(),
        product: explain_product(facts, &trees, catalog.storefront(), viewer),
        counters: section.as_ref().and_then(|section| counters(catalog, section)),
        section,
    };
    rendered(&page, page.layout.reader.locale)
}

/// The view of ordinary users of that level; `None` for those of all levels.
fn viewer(level: &str, known: &[PriceLevel]) -> Result<Option<Viewer>, PortalError> {
    if level.is_empty() {
        return Ok(None);
    }
    let level = PriceLevel::new(level);
    if !level.is_retail() && !known.contains(&level) {
        return Err(PortalError::bad_request("error-no-product-level"));
    }
    Ok(Some(Viewer { price_level: level, ..Viewer::ordinary() }))
}

fn counters(catalog: &Catalog, section: &SectionExplanation<'_>) -> Option<SectionCounters> {
    let id = section.path.steps.first()?.section.id;
    Some(catalog.counters(catalog.sections().find(id)?))
}

#[cfg(test)]
mod tests;
