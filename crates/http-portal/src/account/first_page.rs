//! What a buyer's first page begins with: what changed since the last visit, the sections that the buyer looks at, and
//! links to price lists.

use crate::catalog::links::{address, and_parameter, changes_page, section_page};
use crate::key_table::{ShownApiKey, keys_of};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use catalog_app::ServiceFailure;
use catalog_app::feed::{ChangesStart, OfferChanges, OfferChangesWanted};
use catalog_app::runtime::Effort;
use catalog_app::text::iso_time;
use catalog_domain::change::expired_before;
use catalog_domain::ports::{MOST_VISITED_SECTIONS, Visits};
use catalog_domain::sections::NodeIndex;
use catalog_domain::values::Timestamp;
use catalog_index::Catalog;
use std::sync::Arc;

/// How far back changes go on the first visit: a week.
const FIRST_VISIT_SECONDS: i64 = 7 * 24 * 60 * 60;

/// How long before their events expire links to changes lead there, in seconds.
const STILL_THERE_SECONDS: i64 = 10 * 60;

const MOST_PRODUCTS: usize = 20;

pub(super) struct FirstPage {
    pub(super) since: Timestamp,
    pub(super) is_since_visit: bool,
    /// `None` when they could not be read.
    pub(super) changes: Option<OfferChanges>,
    pub(super) has_visited: bool,
    /// Those that were visited last, else the first ones of the catalog.
    pub(super) sections: Vec<SectionLinks>,
    /// The links that download price lists.
    pub(super) links: Vec<ShownApiKey>,
}

pub(super) struct SectionLinks {
    pub(super) name: Box<str>,
    pub(super) page: String,
    /// Since the last visit.
    pub(super) changes: String,
    pub(super) products: u64,
}

impl FirstPage {
    pub(super) async fn of(signed_in: &SignedIn) -> Result<Self, PortalError> {
        let app = signed_in.app();
        let (catalog, now) = (app.catalog.current(), app.now());
        let Visits { before, sections } = app.callers.visits(&signed_in.session).await?;
        let expired = expired_before(now, app.feed.retention_days());
        let since = before.unwrap_or(now.plus_seconds(-FIRST_VISIT_SECONDS));
        let since = since.max(expired.plus_seconds(STILL_THERE_SECONDS));
        let tree = catalog.sections();
        let mut nodes: Vec<NodeIndex> = sections.into_iter().filter_map(|section| tree.find(section)).collect();
        let has_visited = !nodes.is_empty();
        if !has_visited {
            nodes = tree.roots().take(MOST_VISITED_SECTIONS).collect();
        }
        let keys = keys_of(signed_in.account.id, app).await?;
        Ok(Self {
            since,
            is_since_visit: before == Some(since),
            changes: changes(signed_in, &catalog, &nodes, since).await,
            has_visited,
            sections: nodes.iter().map(|node| SectionLinks::of(*node, &catalog, since)).collect(),
            links: keys.into_iter().filter(|shown| shown.list.is_some() && !shown.has_ended).collect(),
        })
    }
}

impl SectionLinks {
    fn of(index: NodeIndex, catalog: &Catalog, since: Timestamp) -> Self {
        let section = &catalog.sections().node(index).section;
        Self {
            name: section.name.clone(),
            page: section_page(section.id),
            changes: address(&changes_page(section.id), &and_parameter("", "since", iso_time(since))),
            products: catalog.counters(index).products,
        }
    }
}

/// The page is of use without them, so a failure is only logged.
async fn changes(
    signed_in: &SignedIn,
    catalog: &Arc<Catalog>,
    sections: &[NodeIndex],
    since: Timestamp,
) -> Option<OfferChanges> {
    let sections: Vec<_> = sections.iter().map(|index| catalog.sections().id(*index)).collect();
    let Some(first) = sections.first().copied() else {
        return Some(OfferChanges { products: Vec::new(), has_more: false });
    };
    let feed = signed_in.app().feed.clone();
    let read = feed.request(catalog, Some(first), &ChangesStart::Since(since)).ok()?;
    let level = signed_in.viewer().price_level;
    let wanted = OfferChangesWanted { catalog: Arc::clone(catalog), sections, level, most: MOST_PRODUCTS };
    let _permit = signed_in.work().permit(Effort::Huge, 0).await;
    let found = read.read(move |request, log| feed.offer_changes(request, log, &wanted)).await;
    let found = found.map_err(ServiceFailure::from).and_then(|found| Ok(found?));
    found.inspect_err(ServiceFailure::log).ok()
}
