//! Which addresses the rows request.

use super::sampler::{Sample, SectionFacts};
use super::zipf::{pages_by_popularity, zipf};
use crate::client::Client;
use crate::feed::Feed;
use anyhow::{Context, bail, ensure};
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
const FEED: &str = "?limit=100&";
const SUMMARY: &str = "/summary?";
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
const PARTS: &str = "?include=description,media,features,filterValues,sections,warehouses,documentation,software";

pub(crate) struct Source<'a> {
    pub(crate) sample: &'a Sample,
    pub(crate) feeds: &'a [Feed],
    /// Whether nginx gets the same requests.
    pub(crate) has_nginx: bool,
    pub(crate) client: &'a mut Client,
}

type Targets = fn(&mut Source<'_>, &mut Random) -> anyhow::Result<Vec<String>>;

/// Sets of addresses that are requested one after the other, with the names of their rows and of nginx's folders. The
/// place of a set is what its choices are drawn by, so new ones come last.
const SETS: [(&str, Targets); 16] = [
    ("product", |source, random| {
        let count = if source.has_nginx { PRODUCTS } else { PRODUCTS_WITHOUT_NGINX };
        Ok(products(source.sample, count, "", random))
    }),
    ("page-50", |source, random| pages(source, PAGES, [50, 50], any_choice, random)),
    ("page-50-vendor-stock", |source, random| {
        pages(source, OTHER_LISTS, [50, FEWEST_OF_VENDOR], vendor_and_stock, random)
    }),
    ("page-200", |source, random| pages(source, OTHER_LISTS, [200, 200], no_choice, random)),
    ("tree", |_, _| Ok(vec!["/api/v2/catalog/tree".into()])),
    ("sections", |_, _| Ok(vec!["/api/v2/catalog/sections".into()])),
    ("section-filters", |source, random| {
        let sections = random.sample(&source.sample.sections, usize::MAX);
        Ok(sections.iter().map(|it| it.section.at("?include=filters")).collect())
    }),
    ("feed-100", |source, _| feed(source, FEED_PAGE, FEED)),
    ("feed-summary", |source, _| feed(source, FEED_PAGE, SUMMARY)),
    ("feed-100-cursors", |source, _| feed_by_cursors(source, FEED)),
    ("feed-summary-cursors", |source, _| feed_by_cursors(source, SUMMARY)),
    ("v1-availability-50", |source, random| {
        let lists = (0..OTHER_LISTS).map(|_| random.sample(&source.sample.stock_numbers, V1_LIST).join(","));
        Ok(lists.map(|list| format!("/api/v1/get/items/availability/by-stock?stock_list={list}")).collect())
    }),
    ("v1-catalog", |_, _| Ok(vec!["/api/v1/get/catalog".into()])),
    ("product-parts", |source, random| Ok(products(source.sample, OTHER_LISTS, PARTS, random))),
    ("page-50-parts", |source, random| {
        let pages = pages(source, OTHER_LISTS, [50, 50], no_choice, random)?;
        Ok(pages.into_iter().map(|page| page + "&include=media,features,warehouses").collect())
    }),
    ("page-50-zipf", |source, random| Ok(zipf(&pages_by_popularity(source.sample, random), ZIPF_REQUESTS, random))),
];

pub(crate) fn targets(set: &str, source: &mut Source<'_>) -> anyhow::Result<Vec<String>> {
    let place = SETS.iter().position(|(name, _)| *name == set).with_context(|| format!("no set {set}"))?;
    let targets = SETS[place].1(source, &mut Random::seeded(u64::try_from(place)?))?;
    ensure!(!targets.is_empty(), "the catalog is too small: nothing to request");
    Ok(targets)
}

fn products(sample: &Sample, count: usize, query: &str, random: &mut Random) -> Vec<String> {
    let chosen = random.sample(&sample.stock_numbers, count);
    chosen.iter().map(|number| format!("/api/v2/products/{number}{query}")).collect()
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
    let large: Vec<&SectionFacts> = source.sample.sections.iter().filter(|it| it.section.products >= fewest).collect();
    let (mut pages, mut known) = (Vec::new(), HashSet::new());
    for _ in 0..count * CANDIDATES_PER_PAGE {
        let Some(facts) = random.pick_any(&large) else { break };
        let Some(query) = choose(facts, random) else { continue };
        let list = facts.section.at(&format!("/products?{query}"));
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

/// Addresses below the feed of a section, each with a cursor of its own. Cursors of the same event differ by the second
/// in which they were issued.
fn feed_by_cursors(source: &mut Source<'_>, parameters: &str) -> anyhow::Result<Vec<String>> {
    let mut targets = BTreeSet::new();
    for _ in 0..MOST_WALKS {
        targets.extend(feed(source, 1, parameters)?);
        if targets.len() >= CURSORS {
            return Ok(targets.into_iter().take(CURSORS).collect());
        }
        sleep(Duration::from_secs(1));
    }
    bail!("the feeds have only {} places", targets.len())
}

/// Addresses below the feed of a section at every place from which a full page of changes is still to come. Places are
/// `step` changes apart.
fn feed(source: &mut Source<'_>, step: usize, parameters: &str) -> anyhow::Result<Vec<String>> {
    let mut targets = Vec::new();
    for feed in source.feeds {
        let (places, changes) = feed.places(source.client, step)?;
        let has_full_page = |(before, _): &&(usize, Feed)| before + FEED_PAGE <= changes;
        targets.extend(places.iter().filter(has_full_page).map(|(_, place)| place.address(parameters)));
    }
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::rows::{chosen_rows, flat_rows};

    #[test]
    fn every_row_has_a_set() {
        for row in chosen_rows(&[]).iter().chain(&flat_rows()) {
            assert!(SETS.iter().any(|(name, _)| *name == row.set), "{}", row.set);
        }
    }
}
