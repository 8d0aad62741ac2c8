//! Rows of `sections`.

use super::documents::{decode_filters, encode_filters};
use super::text::{optional_storable, storable};
use crate::failure::inconsistent;
use crate::schema::sections;
use catalog_domain::ports::StoreError;
use catalog_domain::sections::Section;
use catalog_domain::values::{PageUrl, SectionId, SourceId, Timestamp};
use diesel::prelude::*;

#[derive(Queryable, Selectable)]
#[diesel(table_name = sections)]
pub(crate) struct SectionRow {
    id: i64,
    source_id: Option<i64>,
    parent_id: Option<i64>,
    name: String,
    url: Option<String>,
    is_active: bool,
    is_service: bool,
    sort_order: i64,
    filter_index: Option<String>,
    filters: String,
    synced_at: i64,
}

impl TryFrom<SectionRow> for Section {
    type Error = StoreError;

    fn try_from(row: SectionRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: SectionId(row.id),
            source_id: row.source_id.map(SourceId),
            parent: row.parent_id.map(SectionId),
            name: row.name.into(),
            url: parse_url(row.url.as_deref(), format_args!("sections.url of {}", row.id))?,
            is_active: row.is_active,
            is_service: row.is_service,
            sort_order: row.sort_order,
            filter_index: row.filter_index.map(Into::into),
            filters: decode_filters(&row.filters)?,
            synced_at: Timestamp::from_unix_microseconds(row.synced_at),
        })
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = sections, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct SectionWriteRow<'a> {
    id: i64,
    source_id: Option<i64>,
    parent_id: Option<i64>,
    name: &'a str,
    url: Option<&'a str>,
    is_active: bool,
    is_service: bool,
    sort_order: i64,
    filter_index: Option<&'a str>,
    filters: String,
    synced_at: i64,
    revision: i64,
}

impl<'a> SectionWriteRow<'a> {
    pub(crate) fn new(section: &'a Section, revision: i64) -> Result<Self, StoreError> {
        let location = |what: &str| format!("the {what} of section {}", section.id);
        Ok(Self {
            id: section.id.0,
            source_id: section.source_id.map(|id| id.0),
            parent_id: section.parent.map(|id| id.0),
            name: storable(&section.name, &location("name"))?,
            url: section.url.as_ref().map(PageUrl::as_str),
            is_active: section.is_active,
            is_service: section.is_service,
            sort_order: section.sort_order,
            filter_index: optional_storable(section.filter_index.as_deref(), &location("filter index"))?,
            filters: encode_filters(&section.filters)?,
            synced_at: section.synced_at.unix_microseconds(),
            revision,
        })
    }
}

pub(crate) fn parse_url(url: Option<&str>, location: impl std::fmt::Display) -> Result<Option<PageUrl>, StoreError> {
    url.map(|url| PageUrl::parse(url).map_err(|error| inconsistent(location, error))).transpose()
}
