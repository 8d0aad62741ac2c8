//! What there is to request from a catalog, found out by requests.

use crate::client::{Client, Section, percent_encoded, text};
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Clone)]
pub(crate) struct SectionFacts {
    pub(crate) section: Section,
    pub(crate) vendors: Vec<String>,
    /// `uid:key` of filters that some product has, ready for a query.
    pub(crate) filters: Vec<String>,
}

pub(crate) struct Sample {
    /// Every public section, the largest first.
    pub(crate) sections: Vec<SectionFacts>,
    /// Ready for a path.
    pub(crate) stock_numbers: Vec<String>,
}

impl Sample {
    pub(crate) fn take(client: &mut Client) -> anyhow::Result<Self> {
        let sections = client.sections()?;
        let mut stock_numbers = BTreeSet::new();
        for root in sections.iter().filter(|section| section.is_root) {
            stock_numbers.extend(client.stock_numbers(root, usize::MAX)?.iter().map(|number| percent_encoded(number)));
        }
        let sections =
            sections.into_iter().map(|section| section_facts(section, client)).collect::<anyhow::Result<_>>()?;
        Ok(Self { sections, stock_numbers: stock_numbers.into_iter().collect() })
    }
}

fn section_facts(section: Section, client: &mut Client) -> anyhow::Result<SectionFacts> {
    let full = client.json(&section.at("?include=vendors,filters"))?;
    let list = |name: &str| full["data"][name].as_array().into_iter().flatten();
    let vendors =
        list("vendors").map(|vendor| Ok(percent_encoded(&text(vendor, "id")?))).collect::<anyhow::Result<_>>()?;
    let text_of = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let filters = list("filters").flat_map(|filter| {
        let values = filter["values"].as_array().into_iter().flatten();
        values.map(move |value| percent_encoded(&format!("{}:{}", text_of(filter, "uid"), text_of(value, "key"))))
    });
    let filters = filters.collect();
    Ok(SectionFacts { section, vendors, filters })
}
