//! `/portal/admin/status`: the state of this server.

use crate::page::{Layout, NavItem, page};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use crate::settings::PortalSettings;
use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use catalog_app::runtime::call_store;
use std::fmt;

/// What a server reports of itself. The server implements it: the portal knows neither its store nor its process.
pub trait ServerStatus: fmt::Debug + Send + Sync {
    /// The present state, in groups. May ask the store, so it runs on a blocking thread.
    fn status(&self) -> Vec<StatusGroup>;
}

/// Facts that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusGroup {
    /// The heading.
    pub title: &'static str,
    /// The facts.
    pub facts: Vec<StatusFact>,
}

/// One fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusFact {
    /// What it is about.
    pub name: &'static str,
    /// Its value, with its unit.
    pub value: String,
    /// Whether an administrator should look into it.
    pub is_problem: bool,
}

impl StatusFact {
    /// A fact that is all right.
    #[must_use]
    pub fn new(name: &'static str, value: &impl ToString) -> Self {
        Self { name, value: value.to_string(), is_problem: false }
    }

    /// The same fact, marked if `is_problem`.
    #[must_use]
    pub fn marked(self, is_problem: bool) -> Self {
        Self { is_problem, ..self }
    }
}

#[derive(Template)]
#[template(path = "admin/status.html")]
struct StatusPage {
    layout: Layout,
    groups: Vec<StatusGroup>,
}

pub(crate) async fn show(
    signed_in: AdminSignedIn,
    settings: Data<PortalSettings>,
) -> Result<HttpResponse, PortalError> {
    let groups = match settings.status.clone() {
        Some(server) => call_store(move || server.status()).await?,
        None => Vec::new(),
    };
    let layout = Layout::signed_in("Status", NavItem::Status, &signed_in);
    Ok(page(&StatusPage { layout, groups }))
}
