//! The portal: pages for people who request access, approve it and look things up (`docs/portal.md`).
//!
//! Pages call the same functions and ports as the v2 interface, and show what the person's token would show. Forms work
//! without JavaScript. Nothing here is an inline style, script or handler: the content security policy forbids it.
//!
//! Where to look: `session` identifies people, `form` reads what they submit, `page` renders, `portal_error` is the
//! table of errors. Every page is a file named like its function, with a template. Folders are those of the addresses,
//! and the `configure` of each has its routes: `admin` is `/portal/admin`, `catalog` has sections, products, searches
//! and changes, `account` the pages of whoever is signed in, `public` those of everybody, beside `help` and
//! `downloads`. A page is made from one extractor: `SignedIn`, `AdminSignedIn`, `AdminOfAccount`, `CatalogRequest` or
//! `Visitor`. Addresses that are written in code are in `NavItem` and `catalog::links`.
//! `assets/htmx.min.js` is htmx 2.0.11 as its authors publish it.

mod account;
mod admin;
mod assets;
mod catalog;
mod contact_form;
mod cookies;
mod downloads;
mod field;
mod filters;
mod form;
mod help;
mod key_table;
mod language;
mod multipart;
mod page;
mod portal_error;
mod present_errors;
mod public;
mod reader;
mod resources;
mod server_status;
mod session;
mod settings;

pub use catalog::{ApiResponder, ApiTarget};
pub use downloads::Downloads;
pub use localization::Message;
pub use server_status::{ServerStatus, StatusFact, StatusGroup};
pub use settings::{PortalSettings, Readiness};

use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use http_common::response::present_errors;
use portal_error::PortalError;

/// Registers the pages; those that are public texts also when the portal is off. The handlers expect
/// `web::Data<http_common::HttpState>` among the app data.
pub fn configure(config: &mut ServiceConfig, settings: &PortalSettings) {
    config.app_data(web::Data::new(settings.clone())).configure(public::configure_home).configure(downloads::configure);
    let mut portal = web::scope("/portal").configure(assets::configure).configure(help::configure);
    if settings.is_on {
        portal = portal
            .configure(public::configure)
            .configure(language::configure)
            .configure(account::configure)
            .configure(catalog::configure)
            .configure(admin::configure);
    }
    let missing = web::to(resources::not_found);
    config.service(portal.default_service(missing).wrap(from_fn(present_errors::<PortalError>)));
}
