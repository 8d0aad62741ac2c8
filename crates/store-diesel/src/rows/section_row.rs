//! Rows of `sections`.

use super::documents::{decode_filters, encode_filters};
use super::text::{optional_storable, storable};
use crate::failure::inconsistent;
use crate::schema::SectionRow;
use catalog_domain::ports::StoreError;
use catalog_domain::sections::Section;
use catalog_domain::values::{PageUrl, SectionId, SourceId, Timestamp};

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

impl SectionRow {
    pub(crate) fn new(section: &Section, revision: i64) -> Result<Self, StoreError> {
        let location = |what: &str| format!("the {what} of section {}", section.id);
        Ok(Self {
            id: section.id.0,
            source_id: section.source_id.map(|id| id.0),
            parent_id: section.parent.map(|id| id.0),
            name: storable(&section.name, &location("name"))?.to_owned(),
            url: section.url.as_ref().map(|url| url.as_str().to_owned()),
            is_active: section.is_active,
            is_service: section.is_service,
            sort_order: section.sort_order,
            filter_index: optional_storable(section.filter_index.as_deref(), &location("filter index"))?
                .map(str::to_owned),
            filters: encode_filters(&section.filters)?,
            synced_at: section.synced_at.unix_microseconds(),
            revision,
        })
    }
}

pub(crate) fn parse_url(url: Option<&str>, location: impl std::fmt::Display) -> Result<Option<PageUrl>, StoreError> {
    url.map(|url| PageUrl::parse(url).map_err(|error| inconsistent(location, error))).transpose()
}
