//! The sections that a v1 request names by their source ids.

use catalog_domain::sections::NodeIndex;
use catalog_domain::values::SourceId;
use catalog_index::V1Catalog;

/// The active sections among the requested ones, by ascending source id; `None` when there is none. Ids without an
/// active section are left out when others have one.
pub(crate) fn found_sections(catalog: &V1Catalog, ids: &[SourceId]) -> Option<Vec<NodeIndex>> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let found: Vec<NodeIndex> = ids.into_iter().filter_map(|id| catalog.section(id)).collect();
    (!found.is_empty()).then_some(found)
}
