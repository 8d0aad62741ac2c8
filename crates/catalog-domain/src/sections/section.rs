//! A catalog section as the source system describes it (`docs/contract.md#sections`), without what is derived.

use crate::products::filter::FilterDefinition;
use crate::values::identifiers::{SectionId, SourceId};
use crate::values::timestamp::Timestamp;
use crate::values::url_group::PageUrl;

/// One section as stored, public or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The hierarchy id: the public id in v2.
    pub id: SectionId,
    /// The source object id: the id in v1. `None` once another section has taken it over.
    pub source_id: Option<SourceId>,
    /// The parent in the source's hierarchy; `None` for a root.
    pub parent: Option<SectionId>,
    /// The name, as the source wrote it.
    pub name: Box<str>,
    /// The page of the section, if it has one.
    pub url: Option<PageUrl>,
    /// The source's own switch.
    pub is_active: bool,
    /// A service or archive section: never public (`docs/contract.md#active-sections`).
    pub is_service: bool,
    /// The rank among siblings; ties are broken by name, then by id.
    pub sort_order: i64,
    /// The name of the source's filter index; v1 shows it.
    pub filter_index: Option<Box<str>>,
    /// The stored schema of the section's filters, in stored order.
    pub filters: Vec<FilterDefinition>,
    /// The time of the last import run that wrote this section.
    pub synced_at: Timestamp,
}
