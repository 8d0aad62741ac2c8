//! A line of an inverse, as far as it is decided on.

use catalog_domain::values::{SectionId, SourceId};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// What a line is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InverseLine {
    /// A product type or a warehouse, with its name for people: kind and id.
    Definition(Box<str>),
    Section {
        id: SectionId,
        /// What it was; `None` where the run made it.
        before: Option<SectionBefore>,
    },
    Product {
        stock_number: Box<str>,
        before: ProductBefore,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SectionBefore {
    pub(super) source_id: Option<SourceId>,
    pub(super) parent: Option<SectionId>,
    pub(super) is_active: bool,
}

/// What a run has replaced of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ProductBefore {
    /// The run made it.
    Absent,
    Record {
        source_id: SourceId,
        sections: Box<[SectionId]>,
    },
    /// Only its offer, or its links.
    Partly,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LineDocument<'a> {
    /// Records of links have none.
    #[serde(borrow, rename = "type", default)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    stock_number: Option<Cow<'a, str>>,
    hierarchy_id: Option<i64>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    source_id: Option<i64>,
    parent_hierarchy_id: Option<i64>,
    #[serde(default)]
    is_active: bool,
    #[serde(default)]
    sections: Vec<i64>,
}

impl InverseLine {
    /// Reads what the inverse of a run has.
    ///
    /// # Errors
    /// When it is something else.
    pub(super) fn read(line: &[u8]) -> serde_json::Result<Self> {
        let document: LineDocument<'_> = serde_json::from_slice(line)?;
        let source_id = document.source_id.map(SourceId);
        Ok(match (document.stock_number, document.hierarchy_id) {
            (Some(stock_number), _) => {
                let sections = || document.sections.into_iter().map(SectionId).collect();
                let before = match (&*document.kind, source_id) {
                    ("deleted", _) => ProductBefore::Absent,
                    ("product", Some(source_id)) => ProductBefore::Record { source_id, sections: sections() },
                    _ => ProductBefore::Partly,
                };
                Self::Product { stock_number: stock_number.into(), before }
            }
            (None, Some(id)) => {
                let parent = document.parent_hierarchy_id.map(SectionId);
                let before = SectionBefore { source_id, parent, is_active: document.is_active };
                Self::Section { id: SectionId(id), before: (document.kind == "section").then_some(before) }
            }
            (None, None) => {
                let id = document.id.map_or("?", RawValue::get);
                Self::Definition(format!("{} {id}", document.kind).into())
            }
        })
    }
}
