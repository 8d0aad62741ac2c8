//! `/portal/help`: the guides, as pages of this server and with its address in their examples. Anybody may read them.

use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::resources::page_at;
use crate::session::{Visitor, signed_in};
use crate::settings::PortalSettings;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

const ADDRESS_OF_EXAMPLES: &str = "http://127.0.0.1:8080";

struct Guide {
    /// The last segment of its path.
    name: &'static str,
    title: &'static str,
    html: &'static str,
}

// The guides, made by `build.rs`.
include!(concat!(env!("OUT_DIR"), "/guides.rs"));

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(page_at("/help", list)).service(page_at("/help/{guide}", show));
}

#[derive(Template)]
#[template(path = "help/list.html")]
struct ListPage {
    layout: Layout,
}

#[derive(Template)]
#[template(path = "help/guide.html")]
struct GuidePage {
    layout: Layout,
    title: &'static str,
    /// Without its title.
    html: String,
}

async fn list(request: HttpRequest) -> Result<HttpResponse, PortalError> {
    respond(&request, |layout| ListPage { layout }).await
}

async fn show(
    request: HttpRequest,
    name: Path<String>,
    settings: Data<PortalSettings>,
) -> Result<HttpResponse, PortalError> {
    let found = GUIDES.iter().find(|guide| guide.name == *name);
    let guide = found.ok_or(PortalError::NotFound("error-page-not-found"))?;
    // An address has no letter that HTML would read.
    let html = guide.html.replace(ADDRESS_OF_EXAMPLES, &settings.address(&request));
    respond(&request, |layout| GuidePage { layout, title: guide.title, html }).await
}

/// The page that `make` makes, with the navigation of whoever is signed in.
async fn respond<T: Template>(
    request: &HttpRequest,
    make: impl FnOnce(Layout) -> T,
) -> Result<HttpResponse, PortalError> {
    if let Ok(person) = signed_in(request).await {
        let layout = Layout { current: None, ..Layout::signed_in("help", NavItem::Overview, &person) };
        return Ok(person.page(&make(layout)));
    }
    let visitor = Visitor::of(request)?;
    Ok(visitor.page(StatusCode::OK, &make(Layout::public("help", &visitor)), request))
}
