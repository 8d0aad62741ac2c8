//! The lines of a journal.

use crate::difference::Difference;
use crate::request::Request;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Entry {
    /// The first line: what the journal belongs to.
    Journal { identity: Value },
    /// The sections that are compared, from the trees.
    Sections(Vec<PlannedSection>),
    /// The first pass of a unit is done.
    First {
        /// The unit.
        key: String,
        done: FirstPass,
    },
    /// The second pass of a part of a unit is done.
    Checked(Checked),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlannedSection {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// Whether its products are in the list of no other section that is compared.
    pub(crate) is_root: bool,
    /// Whether it has no sections below it.
    pub(crate) is_leaf: bool,
}

/// A product to be requested on its own: its source object id and its stock number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct SampledProduct {
    pub(crate) id: i64,
    /// The stock number, when the response has one.
    pub(crate) stock_number: Option<String>,
}

/// What the first pass of a unit came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct FirstPass {
    /// How many things were compared, by the pattern of their route.
    pub(crate) compared: BTreeMap<String, u64>,
    /// What is to be requested again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) suspects: Vec<Suspect>,
    /// The one section that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) section: Option<i64>,
    /// How many products that section has, as its meta says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) products: Option<u64>,
    /// The products that are listed in that section, if nothing is below it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) members: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) sample: Vec<SampledProduct>,
    /// Whether a system responds with the whole list whatever page is requested.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_unpaged: bool,
    /// What the unit skipped, by reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) skipped: BTreeMap<String, u64>,
    /// Lines of a log that cannot be read, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) unreadable: Vec<u64>,
}

/// Something that differed at the first request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Suspect {
    /// The responses to a request.
    Request(Request),
    /// A product in two lists.
    Item(ListPosition),
    /// A product in two lists that has not been compared yet.
    Unseen(ListPosition),
    /// Two products, the first of which comes first in the old list and last in the new one.
    Order(ListPosition, ListPosition),
}

/// Where a product is in the lists of both systems, counted from 0; `None` where it is not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ListPosition {
    /// What it is matched by.
    pub(crate) key: String,
    /// In the old one.
    pub(crate) old: Option<u64>,
    /// In the new one.
    pub(crate) new: Option<u64>,
}

/// What the second pass of a part of a unit came to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Checked {
    /// The unit.
    pub(crate) key: String,
    pub(crate) part: u64,
    pub(crate) differences: Vec<Difference>,
}
