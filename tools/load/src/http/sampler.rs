//! What there is to request from a catalog, found out by requests.

use crate::client::{Client, items, percent_encoded, text};
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeSet;

const SECTIONS_WITH_CURSORS: usize = 40;

/// A section and what its products can be chosen by.
#[derive(Clone)]
pub(crate) struct SectionFacts {
    pub(crate) id: String,
    pub(crate) products: u64,
    pub(crate) vendors: Vec<String>,
    /// `uid:key` of filters that some product has, ready for a query.
    pub(crate) filters: Vec<String>,
}

pub(crate) struct FeedPlace {
    pub(crate) section: String,
    pub(crate) cursor: String,
}

pub(crate) struct Sample {
    /// Every public section, the largest first.
    pub(crate) sections: Vec<SectionFacts>,
    pub(crate) stock_numbers: Vec<String>,
}

impl Sample {
    /// Requests everything.
    ///
    /// # Errors
    /// When a response is no success.
    pub(crate) fn take(client: &mut Client) -> anyhow::Result<Self> {
        let list = client.json("/api/v2/catalog/sections")?;
        let items = items(&list);
        let sections: anyhow::Result<Vec<_>> = items.iter().map(|section| section_facts(section, client)).collect();
        let mut sections = sections?;
        sections.sort_by(|one, other| other.products.cmp(&one.products).then_with(|| one.id.cmp(&other.id)));
        let roots = items.iter().filter(|section| section["parentSectionId"].is_null());
        let mut stock_numbers = BTreeSet::new();
        for root in roots {
            stock_numbers.extend(client.stock_numbers(&text(root, "id")?, usize::MAX)?);
        }
        Ok(Self { sections, stock_numbers: stock_numbers.into_iter().collect() })
    }
}

/// Where the feeds of the largest sections end now.
///
/// # Errors
/// When a response is no success.
pub(crate) fn feed_ends(client: &mut Client) -> anyhow::Result<Vec<FeedPlace>> {
    let list = client.json("/api/v2/catalog/sections")?;
    let mut sections: Vec<&Value> = items(&list).iter().collect();
    sections.sort_by_key(|section| std::cmp::Reverse(section["productCount"].as_u64()));
    let ends = sections.iter().take(SECTIONS_WITH_CURSORS).map(|section| {
        let section = text(section, "id")?;
        let page = client.json(&format!("/api/v2/catalog/sections/{section}/products?pageSize=1"))?;
        Ok(FeedPlace { section, cursor: text(&page["data"]["meta"], "changesCursor")? })
    });
    ends.collect()
}

fn section_facts(section: &Value, client: &mut Client) -> anyhow::Result<SectionFacts> {
    let id = text(section, "id")?;
    let full = client.json(&format!("/api/v2/catalog/sections/{id}?include=vendors,filters"))?;
    let list = |name: &str| full["data"][name].as_array().cloned().unwrap_or_default();
    let vendors =
        list("vendors").iter().map(|vendor| Ok(percent_encoded(&text(vendor, "id")?))).collect::<anyhow::Result<_>>();
    let filters = list("filters").into_iter().flat_map(|filter| {
        let values = filter["values"].as_array().cloned().unwrap_or_default();
        let uid = filter["uid"].as_str().unwrap_or_default().to_owned();
        values
            .into_iter()
            .map(move |value| percent_encoded(&format!("{uid}:{}", value["key"].as_str().unwrap_or_default())))
    });
    let products = section["productCount"].as_u64().context("no productCount")?;
    Ok(SectionFacts { id, products, vendors: vendors?, filters: filters.collect() })
}
