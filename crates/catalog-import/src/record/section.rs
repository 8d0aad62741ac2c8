//! The record of a section.

use crate::diagnostic::RecordDiagnostic;
use catalog_domain::products::FilterDefinition;
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, GroupId, ProductTypeId, SectionId, SourceId, Timestamp};
use catalog_records::{Checked, FilterDocument, SectionDocument};

pub(super) fn check_section(
    document: SectionDocument<Checked>,
    at: Timestamp,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> Section {
    if document.is_active && document.source_id.is_none() {
        diagnostics.push(RecordDiagnostic::new("/sourceId", "must not be null in an active section"));
    }
    Section {
        id: SectionId(document.hierarchy_id.0),
        source_id: document.source_id.map(|id| SourceId(id.0)),
        parent: document.parent_hierarchy_id.map(|id| SectionId(id.0)),
        name: document.name.0,
        url: document.url.map(|url| url.0),
        is_active: document.is_active,
        is_service: document.is_service.is_true(),
        sort_order: document.sort_order.0,
        filter_index: document.filter_index.value().map(|index| index.0),
        filters: document.filters.into_iter().map(filter).collect(),
        synced_at: at,
    }
}

fn filter(document: FilterDocument<Checked>) -> FilterDefinition {
    FilterDefinition {
        uid: document.uid.0,
        name: document.name.0,
        group_name: document.group_name.0,
        group_ids: document.group_ids.iter().map(|id| GroupId(id.0)).collect(),
        field_ids: document.field_ids.iter().map(|id| FieldId(id.0)).collect(),
        type_ids: document.type_ids.iter().map(|id| ProductTypeId(id.0)).collect(),
        data_type: document.data_type.0,
        is_multiple: document.is_multiple,
        main_filter: document.main_filter,
        hidden: document.hidden,
    }
}
