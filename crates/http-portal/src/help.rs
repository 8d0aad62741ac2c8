//! `/portal/help`: the guides, as pages of this server and with its address in their examples. Anybody may read them,
//! also when the portal is off: `/docs` leads to them.

use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use crate::resources::page_at;
use crate::session::{Visitor, signed_in};
use crate::settings::PortalSettings;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, ServiceConfig};
use askama::Template;
use catalog_domain::values::Language;
use localization::Locale;

const ADDRESS_OF_EXAMPLES: &str = "http://127.0.0.1:8080";
/// What is between them is for servers that have the client's program.
const DOWNLOAD: (&str, &str) = ("<!-- download: begin -->", "<!-- download: end -->");

struct Guide {
    /// The last segment of its path.
    name: &'static str,
    title: &'static str,
    html: &'static str,
    /// Of a page for people who use the portal; `None` for a guide for developers, which is in English.
    language: Option<Language>,
}

impl Guide {
    fn language(&self) -> Language {
        self.language.unwrap_or(Language::English)
    }
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
    guide: &'static Guide,
    /// Without its title.
    html: String,
}

impl ListPage {
    fn for_people(&self) -> impl Iterator<Item = &'static Guide> {
        let language = Some(self.layout.reader.locale.language);
        GUIDES.iter().filter(move |guide| guide.language == language)
    }

    fn for_developers(&self) -> impl Iterator<Item = &'static Guide> {
        GUIDES.iter().filter(|guide| guide.language.is_none())
    }
}

async fn list(request: HttpRequest) -> PageResult {
    page_for_anybody(&request, "help", |layout| ListPage { layout }).await
}

async fn show(request: HttpRequest, name: Path<String>, settings: Data<PortalSettings>) -> PageResult {
    let named = || GUIDES.iter().filter(|guide| guide.name == *name);
    let first = named().next().ok_or(PortalError::NotFound("error-page-not-found"))?;
    page_for_anybody(&request, "help", |layout| {
        let language = layout.reader.locale.language;
        let guide = named().find(|guide| guide.language() == language).unwrap_or(first);
        GuidePage { html: of_this_server(guide.html, &settings, &settings.address(&request)), layout, guide }
    })
    .await
}

/// The guide with `address` in its examples, and with links to what this server has.
fn of_this_server(html: &str, settings: &PortalSettings, address: &str) -> String {
    let mut html = html.to_owned();
    let downloads = &settings.downloads;
    if let Some(elsewhere) = downloads.elsewhere()
        && let (Some(begin), Some(end)) = (html.find(DOWNLOAD.0), html.find(DOWNLOAD.1))
    {
        html.replace_range(begin..end, &format!("<p>{}</p>", Locale::default().html(elsewhere)));
    }
    let mut relink = |path: &str, to: &str| {
        html = html.replace(&format!("\"{ADDRESS_OF_EXAMPLES}{path}\""), &format!("\"{to}\""));
    };
    if let Some(other) = downloads.other_address() {
        relink("/download/", other);
    }
    if !settings.is_on {
        relink("/portal/register", "/portal/help/contract#registration");
        relink("/portal/keys", "/portal/help/contract#keys");
    }
    // No address has a letter that HTML would read.
    html.replace(ADDRESS_OF_EXAMPLES, address)
}

/// The page that `make` makes, with the navigation of whoever is signed in.
pub(crate) async fn page_for_anybody<T: Template>(
    request: &HttpRequest,
    title: &'static str,
    make: impl FnOnce(Layout) -> T,
) -> PageResult {
    let visitor = Visitor::of(request)?;
    if visitor.reader.has_portal
        && let Ok(person) = signed_in(request).await
    {
        let layout = Layout { current: None, ..Layout::signed_in(title, NavItem::Overview, &person) };
        return Ok(person.page(&make(layout)));
    }
    Ok(visitor.page(StatusCode::OK, &make(Layout::public(title, &visitor))))
}
