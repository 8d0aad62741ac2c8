//! Which addresses the rows request.

use super::sampler::{FeedPlace, Sample, SectionFacts};
use super::zipf::{pages_by_popularity, zipf};
use crate::client::{Client, items, text};
use anyhow::{bail, ensure};
use catalog_generator::Random;
use std::collections::{BTreeSet, HashSet};
use std::thread::sleep;
use std::time::Duration;

/// Products requested one by one, drawn from all; nginx has to hold as many files open, if there is one.
const PRODUCTS: usize = 8_000;
const PRODUCTS_WITHOUT_NGINX: usize = 50_000;
/// Different pages of 50, and of other lists.
const PAGES: usize = 4_000;
const OTHER_LISTS: usize = 300;
const FEED_PAGE: usize = 100;
/// Different cursors of the feed: more than are requested within a second.
const CURSORS: usize = 10_000;
const MOST_WALKS: usize = 60;
/// Requests for popular pages, before they begin again.
const ZIPF_REQUESTS: usize = 20_000;
const V1_LIST: usize = 50;
/// Candidates for each page: many combinations of filters leave too few products.
const CANDIDATES_PER_PAGE: usize = 20;
/// Products of one vendor that are available, at least, for a page of them to be requested.
const FEWEST_OF_VENDOR: u64 = 25;

/// A set of addresses that a row requests, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TargetSet {
    Product,
    /// Full pages of 50: any section, filter, sort and page number.
    PageOf50,
    /// Pages of up to 50 of one vendor's products that are available.
    FilteredPage,
    PageOf200,
    Tree,
    /// The flat list of sections.
    Sections,
    SectionWithFilters,
    /// Full pages of 100 changes.
    FeedPage,
    FeedSummary,
    FeedPageByCursors,
    FeedSummaryByCursors,
    /// Price and stock of 50 products, v1.
    V1Availability,
    V1Catalog,
    /// Products with everything that the store has of them.
    ProductWithParts,
    PageWithParts,
    /// Pages of 50 as people and storefronts request them: few of them very often.
    ZipfPage,
}

pub(crate) struct Source<'a> {
    pub(crate) sample: &'a Sample,
    /// Where feeds ended before the changes.
    pub(crate) feed_places: &'a [FeedPlace],
    /// Whether nginx gets the same requests.
    pub(crate) has_nginx: bool,
    pub(crate) client: &'a mut Client,
}

impl TargetSet {
    /// The name of its rows, and of nginx's folder.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::PageOf50 => "page-50",
            Self::FilteredPage => "page-50-vendor-stock",
            Self::PageOf200 => "page-200",
            Self::Tree => "tree",
            Self::Sections => "sections",
            Self::SectionWithFilters => "section-filters",
            Self::FeedPage => "feed-100",
            Self::FeedSummary => "feed-summary",
            Self::FeedPageByCursors => "feed-100-cursors",
            Self::FeedSummaryByCursors => "feed-summary-cursors",
            Self::V1Availability => "v1-availability-50",
            Self::V1Catalog => "v1-catalog",
            Self::ProductWithParts => "product-parts",
            Self::PageWithParts => "page-50-parts",
            Self::ZipfPage => "page-50-zipf",
        }
    }

    /// The addresses.
    ///
    /// # Errors
    /// When a response on the way is no success, or there are none.
    pub(crate) fn targets(self, source: &mut Source<'_>) -> anyhow::Result<Vec<String>> {
        let mut random = Random::seeded(self as u64);
        let sample = source.sample;
        let targets = match self {
            Self::Product => {
                let count = if source.has_nginx { PRODUCTS } else { PRODUCTS_WITHOUT_NGINX };
                products(sample, count, "", &mut random)
            }
            Self::PageOf50 => pages(source, PAGES, [50, 50], any_choice, &mut random)?,
            Self::FilteredPage => pages(source, OTHER_LISTS, [50, FEWEST_OF_VENDOR], vendor_and_stock, &mut random)?,
            Self::PageOf200 => pages(source, OTHER_LISTS, [200, 200], no_choice, &mut random)?,
            Self::Tree => vec!["/api/v2/catalog/tree".into()],
            Self::Sections => vec!["/api/v2/catalog/sections".into()],
            Self::SectionWithFilters => random
                .sample(&sample.sections, usize::MAX)
                .iter()
                .map(|section| format!("/api/v2/catalog/sections/{}?include=filters", section.id))
                .collect(),
            Self::FeedPage => feed(source, FEED_PAGE, feed_page)?,
            Self::FeedSummary => feed(source, FEED_PAGE, feed_summary)?,
            Self::FeedPageByCursors => feed_by_cursors(source, feed_page)?,
            Self::FeedSummaryByCursors => feed_by_cursors(source, feed_summary)?,
            Self::V1Availability => v1_lists(sample, &mut random),
            Self::V1Catalog => vec!["/api/v1/get/catalog".into()],
            Self::ProductWithParts => {
                let parts =
                    "?include=description,media,features,filterValues,sections,warehouses,documentation,software";
                products(sample, OTHER_LISTS, parts, &mut random)
            }
            Self::PageWithParts => {
                let pages = pages(source, OTHER_LISTS, [50, 50], no_choice, &mut random)?;
                pages.into_iter().map(|page| page + "&include=media,features,warehouses").collect()
            }
            Self::ZipfPage => zipf(&pages_by_popularity(sample, &mut random), ZIPF_REQUESTS, &mut random),
        };
        ensure!(!targets.is_empty(), "the catalog is too small: nothing to request");
        Ok(targets)
    }
}

fn products(sample: &Sample, count: usize, query: &str, random: &mut Random) -> Vec<String> {
    let chosen = random.sample(&sample.stock_numbers, count);
    chosen.iter().map(|number| format!("/api/v2/products/{number}{query}")).collect()
}

fn v1_lists(sample: &Sample, random: &mut Random) -> Vec<String> {
    let lists = (0..OTHER_LISTS).map(|_| random.sample(&sample.stock_numbers, V1_LIST).join(","));
    lists.map(|list| format!("/api/v1/get/items/availability/by-stock?stock_list={list}")).collect()
}

/// Different pages of `size` of lists that `choose` makes of random sections: full ones or, of a shorter list with at
/// least `fewest` products, the only one. A page that comes again would be popular, and a small catalog has few.
fn pages(
    source: &mut Source<'_>,
    count: usize,
    [size, fewest]: [u64; 2],
    choose: fn(&SectionFacts, &mut Random) -> Option<String>,
    random: &mut Random,
) -> anyhow::Result<Vec<String>> {
    let large: Vec<&SectionFacts> =
        source.sample.sections.iter().filter(|section| section.products >= fewest).collect();
    let (mut pages, mut known) = (Vec::new(), HashSet::new());
    for _ in 0..count * CANDIDATES_PER_PAGE {
        let Some(section) = random.pick_any(&large) else { break };
        let Some(query) = choose(section, random) else { continue };
        let list = format!("/api/v2/catalog/sections/{}/products?{query}", section.id);
        let total = source.client.json(&format!("{list}&pageSize=1"))?;
        let total = total["data"]["meta"]["pagination"]["total"].as_u64().unwrap_or(0);
        if total >= fewest {
            let page = format!("{list}&pageSize={size}&page={}", 1 + random.below(total / size));
            if known.insert(page.clone()) {
                pages.push(page);
            }
        }
        if pages.len() == count {
            break;
        }
    }
    Ok(pages)
}

/// A sort and, most of the time, a filter.
fn any_choice(section: &SectionFacts, random: &mut Random) -> Option<String> {
    let filter = match random.below(8) {
        0 => "&available=true".to_owned(),
        1 => "&available=false".to_owned(),
        2 => "&sale=true".to_owned(),
        3 => "&hasPrice=true".to_owned(),
        4 => format!("&vendor={}", random.pick_any(&section.vendors)?),
        5 => format!("&vendor={},{}", random.pick_any(&section.vendors)?, random.pick_any(&section.vendors)?),
        6 => format!("&filter={}", random.pick_any(&section.filters)?),
        _ => String::new(),
    };
    Some(no_choice(section, random)? + &filter)
}

fn no_choice(_: &SectionFacts, random: &mut Random) -> Option<String> {
    random.pick_any(&["name", "-name", "stockNumber", "-contentUpdatedAt"]).map(|sort| format!("sort={sort}"))
}

fn vendor_and_stock(section: &SectionFacts, random: &mut Random) -> Option<String> {
    Some(format!("{}&available=true&vendor={}", no_choice(section, random)?, random.pick_any(&section.vendors)?))
}

fn feed_page(place: &FeedPlace) -> String {
    format!("?limit={FEED_PAGE}&cursor={}", place.cursor)
}

fn feed_summary(place: &FeedPlace) -> String {
    format!("/summary?cursor={}", place.cursor)
}

/// Addresses below the feed of a section, each with a cursor of its own. Cursors of the same event differ by the second
/// in which they were issued.
fn feed_by_cursors(source: &mut Source<'_>, address: fn(&FeedPlace) -> String) -> anyhow::Result<Vec<String>> {
    let mut targets = BTreeSet::new();
    for _ in 0..MOST_WALKS {
        targets.extend(feed(source, 1, address)?);
        if targets.len() >= CURSORS {
            return Ok(targets.into_iter().take(CURSORS).collect());
        }
        sleep(Duration::from_secs(1));
    }
    bail!("the feeds have only {} places", targets.len())
}

/// Addresses below the feed of a section at every place from which a full page of changes is still to come. Places are
/// `step` changes apart.
fn feed(source: &mut Source<'_>, step: usize, address: fn(&FeedPlace) -> String) -> anyhow::Result<Vec<String>> {
    let mut targets = Vec::new();
    for start in source.feed_places {
        let base = format!("/api/v2/catalog/sections/{}/product-changes", start.section);
        let mut place = FeedPlace { section: start.section.clone(), cursor: start.cursor.clone() };
        let (mut places, mut changes) = (Vec::new(), 0);
        loop {
            let page = source.client.json(&format!("{base}?limit={step}&cursor={}", place.cursor))?;
            places.push((changes, format!("{base}{}", address(&place))));
            changes += items(&page).len();
            if page["data"]["meta"]["hasMore"] != true {
                break;
            }
            place.cursor = text(&page["data"]["meta"], "nextCursor")?;
        }
        let has_full_page = |(before, _): &(usize, String)| before + FEED_PAGE <= changes;
        targets.extend(places.into_iter().filter(has_full_page).map(|(_, target)| target));
    }
    Ok(targets)
}
