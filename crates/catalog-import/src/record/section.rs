//! The record of a section.

use super::object::Object;
use super::values::{Identifier, Integer, PositiveInteger, Text, Url, nullable};
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::products::FilterDefinition;
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, GroupId, ProductTypeId, SectionId, SourceId, Timestamp};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SectionDocument {
    #[serde(rename = "type")]
    _kind: IgnoredAny,
    hierarchy_id: PositiveInteger,
    #[serde(deserialize_with = "nullable")]
    source_id: Option<PositiveInteger>,
    #[serde(deserialize_with = "nullable")]
    parent_hierarchy_id: Option<PositiveInteger>,
    name: Text,
    #[serde(deserialize_with = "nullable")]
    url: Option<Url>,
    is_active: bool,
    #[serde(default)]
    is_service: bool,
    #[serde(default)]
    sort_order: Integer,
    #[serde(default)]
    filter_index: Option<Text>,
    #[serde(default)]
    filters: Vec<Object<FilterDocument>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FilterDocument {
    uid: Identifier,
    name: Text,
    group_name: Text,
    group_ids: Vec<PositiveInteger>,
    field_ids: Vec<PositiveInteger>,
    type_ids: Vec<PositiveInteger>,
    data_type: Text,
    is_multiple: bool,
    main_filter: bool,
    hidden: bool,
}

impl SectionDocument {
    pub(super) fn check(self, at: Timestamp, diagnostics: &mut Vec<RecordDiagnostic>) -> Section {
        if self.is_active && self.source_id.is_none() {
            diagnostics.push(RecordDiagnostic::new("/sourceId", "must not be null in an active section"));
        }
        Section {
            id: SectionId(self.hierarchy_id.0),
            source_id: self.source_id.map(|id| SourceId(id.0)),
            parent: self.parent_hierarchy_id.map(|id| SectionId(id.0)),
            name: self.name.0,
            url: self.url.map(|url| url.0),
            is_active: self.is_active,
            is_service: self.is_service,
            sort_order: self.sort_order.0,
            filter_index: self.filter_index.map(|index| index.0),
            filters: self.filters.into_iter().map(|filter| filter.0.into_domain()).collect(),
            synced_at: at,
        }
    }
}

impl FilterDocument {
    fn into_domain(self) -> FilterDefinition {
        FilterDefinition {
            uid: self.uid.0,
            name: self.name.0,
            group_name: self.group_name.0,
            group_ids: self.group_ids.iter().map(|id| GroupId(id.0)).collect(),
            field_ids: self.field_ids.iter().map(|id| FieldId(id.0)).collect(),
            type_ids: self.type_ids.iter().map(|id| ProductTypeId(id.0)).collect(),
            data_type: self.data_type.0,
            is_multiple: self.is_multiple,
            main_filter: self.main_filter,
            hidden: self.hidden,
        }
    }
}
