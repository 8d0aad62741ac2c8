//! The changes of sections and the events of products, for a report that an operator can review in a dry run.

use catalog_documents::ImportChange;
use catalog_domain::change::{ChangeEvent, ChangeKind};
use catalog_domain::sections::Section;

pub(crate) fn event_names(event: Option<&ChangeEvent>) -> Vec<&'static str> {
    match event.map(|event| event.kind) {
        None => Vec::new(),
        Some(ChangeKind::Removed) => vec!["removed"],
        Some(ChangeKind::Upsert { content, commercial }) => {
            let names = [("content", content), ("commercial", commercial)];
            names.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| name).collect()
        }
    }
}

pub(crate) fn section_change<'a>(id: &'a str, stored: Option<&Section>, section: &Section) -> ImportChange<'a> {
    let (action, fields) = match stored {
        None => ("created", Vec::new()),
        Some(stored) if stored.is_active && !section.is_active => ("deactivated", changed_fields(stored, section)),
        Some(stored) => ("updated", changed_fields(stored, section)),
    };
    ImportChange { kind: "section", id, action, fields, events: Vec::new() }
}

fn changed_fields(before: &Section, after: &Section) -> Vec<&'static str> {
    let differs = [
        ("sourceId", before.source_id != after.source_id),
        ("parentHierarchyId", before.parent != after.parent),
        ("name", before.name != after.name),
        ("url", before.url != after.url),
        ("isActive", before.is_active != after.is_active),
        ("isService", before.is_service != after.is_service),
        ("sortOrder", before.sort_order != after.sort_order),
        ("filterIndex", before.filter_index != after.filter_index),
        ("filters", before.filters != after.filters),
    ];
    differs.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}
