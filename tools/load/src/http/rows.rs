//! The rows of the table: what is requested, how, and what is wanted of it.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Plain,
    /// By a client that takes compressed bodies.
    Compressed,
    /// By a client that has them already.
    Unchanged,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wanted {
    pub(crate) at_least: f64,
    pub(crate) aim: f64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    /// The name of the set of addresses, see [`targets`](super::targets).
    pub(crate) set: &'static str,
    pub(crate) asked: Asked,
    /// What the ratio should be; `None` for what is measured for information.
    pub(crate) wanted: Option<Wanted>,
}

/// Rows that are requested alike and of which the same is wanted: at least, and at best.
type Group = (Asked, Option<[f64; 2]>, &'static [&'static str]);

const GROUPS: &[Group] = &[
    (Asked::Plain, Some([0.5, 0.8]), &["product"]),
    (Asked::Plain, Some([0.3, 0.5]), &["page-50"]),
    (Asked::Plain, Some([0.3, 0.7]), &["page-50-zipf"]),
    (Asked::Plain, Some([0.3, 0.5]), &["page-50-vendor-stock", "page-200"]),
    (Asked::Plain, Some([0.7, 0.95]), &["tree", "sections", "section-filters"]),
    (Asked::Plain, Some([0.15, 0.5]), &["feed-100", "feed-summary", "feed-100-cursors", "feed-summary-cursors"]),
    (Asked::Unchanged, Some([0.6, 0.9]), &["product", "page-50", "tree", "sections", "section-filters"]),
    (Asked::Plain, Some([0.2, 0.6]), &["v1-availability-50", "v1-catalog"]),
    (
        Asked::Compressed,
        Some([0.3, 0.7]),
        &[
            "product",
            "page-50",
            "page-200",
            "tree",
            "sections",
            "section-filters",
            "feed-100",
            "v1-availability-50",
            "v1-catalog",
        ],
    ),
    (Asked::Plain, None, &["product-parts", "page-50-parts"]),
];

/// The rows by which catalogs of different sizes are compared.
const FLAT: &[Group] = &[(Asked::Plain, None, &["product", "page-50", "section-filters"])];

/// The rows whose name contains one of these; without any, all.
pub(crate) fn chosen_rows(names: &[String]) -> Vec<Row> {
    let is_chosen = |row: &Row| names.is_empty() || names.iter().any(|name| row.name().contains(name.as_str()));
    rows(GROUPS).filter(is_chosen).collect()
}

pub(crate) fn flat_rows() -> Vec<Row> {
    rows(FLAT).collect()
}

fn rows(groups: &'static [Group]) -> impl Iterator<Item = Row> {
    groups.iter().flat_map(|(asked, wanted, sets)| {
        let wanted = wanted.map(|[at_least, aim]| Wanted { at_least, aim });
        sets.iter().map(move |set| Row { set, asked: *asked, wanted })
    })
}

impl Row {
    /// That of the set, and how it is requested.
    pub(crate) fn name(&self) -> String {
        match self.asked {
            Asked::Plain => self.set.to_owned(),
            Asked::Compressed => format!("{}-compressed", self.set),
            Asked::Unchanged => format!("{}-304", self.set),
        }
    }
}
