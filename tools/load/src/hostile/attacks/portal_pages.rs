//! The largest pages of the portal, requested by many signed-in browsers of one account: the JSON of the tree, the
//! tree, a section's page of 1,000 products, and the administrators' "Visibility check".
//!
//! One half of the attacks reads nothing: every byte that is built and not taken is the server's. The other half reads
//! at once: pages are not cached, so each of them costs the server its processor time.

use super::{Attack, attack};
use crate::hostile::engine::{hold, read};
use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use catalog_testkit::process::HttpRequest;

const PAGE: u64 = 1_000;

/// A page of the portal that is requested with an attacker's session or an administrator's.
#[derive(Debug, Clone, Copy)]
enum Page {
    /// The response of the API to the request for the whole tree with vendors: more than a page shows.
    Json,
    Tree,
    /// A section, another 1,000 of its products each time.
    Section,
    /// Why another product each time is shown or not, for administrators.
    Look,
}

pub(super) const ATTACKS: [Attack; 8] = [
    attack("portal-json-unread", "150 sessions of one user: /portal/catalog/json?include=vendors, not read", |scene| {
        leave_unread(scene, Page::Json)
    }),
    attack("portal-json-read", "64 sessions of one user: /portal/catalog/json?include=vendors", |scene| {
        read_all(scene, Page::Json)
    }),
    attack("portal-tree-unread", "150 sessions of one user: all levels of /portal/catalog, not read", |scene| {
        leave_unread(scene, Page::Tree)
    }),
    attack("portal-tree-read", "64 sessions of one user: all levels of /portal/catalog", |scene| {
        read_all(scene, Page::Tree)
    }),
    attack("portal-section-unread", "150 sessions of one user: pages of 1,000 products, not read", |scene| {
        leave_unread(scene, Page::Section)
    }),
    attack("portal-section-read", "64 sessions of one user: pages of 1,000 products, another one each time", |scene| {
        read_all(scene, Page::Section)
    }),
    attack("portal-look-unread", "150 sessions of an administrator: /portal/admin/look, not read", |scene| {
        leave_unread(scene, Page::Look)
    }),
    attack("portal-look-read", "64 sessions of an administrator: /portal/admin/look at another product", |scene| {
        read_all(scene, Page::Look)
    }),
];

fn leave_unread(scene: &Scene<'_>, page: Page) -> Tally {
    hold(scene, 150, |turn, _| request(scene, page, turn))
}

fn read_all(scene: &Scene<'_>, page: Page) -> Tally {
    read(scene, 64, None, |turn, _| request(scene, page, turn))
}

fn request(scene: &Scene<'_>, page: Page, turn: usize) -> HttpRequest {
    let site = scene.site;
    let (session, target) = match page {
        Page::Json => (&site.attacker_session, "/portal/catalog/json?include=vendors".to_owned()),
        Page::Tree => (&site.attacker_session, "/portal/catalog?depth=100".to_owned()),
        Page::Section => {
            let (section, page) = (&site.largest_section.id, 1 + turn % site.pages(PAGE));
            (&site.attacker_session, format!("/portal/catalog/sections/{section}?pageSize={PAGE}&page={page}"))
        }
        Page::Look => {
            let product = site.stock_numbers.get(turn % site.stock_numbers.len().max(1)).map_or("", String::as_str);
            (&site.administrator_session, format!("/portal/admin/look?item={product}"))
        }
    };
    HttpRequest::get(&target, None, &[("Cookie", session)])
}
