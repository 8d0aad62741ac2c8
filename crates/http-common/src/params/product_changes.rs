//! The parameters of the change feed (`docs/contract.md#change-feed`).

use super::parameter_reader::ParameterReader;
use super::parameters::Parameters;
use catalog_app::feed::ChangesStart;
use catalog_app::text::read_iso_time;
use catalog_domain::values::SectionId;

/// Parameters of a page of the feed.
#[derive(Debug, Hash)]
pub struct ListProductChanges {
    /// The section; `None` for an id that no section can have.
    pub section: Option<SectionId>,
    /// Where to begin.
    pub start: ChangesStart,
    /// The most events on the page.
    pub limit: u32,
    /// How long to wait for the first event, in seconds.
    pub wait: u32,
    /// Whether events show the version that they give their product.
    pub with_versions: bool,
}

impl ListProductChanges {
    /// Events on a page unless the client says otherwise.
    pub const DEFAULT_LIMIT: u32 = 100;
    /// The most events on a page.
    pub const MAXIMUM_LIMIT: u32 = 500;
    /// The longest that a request can wait, in seconds: proxies end what is silent for longer.
    pub const LONGEST_WAIT: u32 = 30;
    /// What `include` can add to events.
    pub const INCLUDES: [&'static str; 1] = ["version"];
}

impl Parameters for ListProductChanges {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let limit = reader.number("limit", 1..=u64::from(Self::MAXIMUM_LIMIT));
        if reader.is_given("wait") && reader.is_given("since") {
            reader.note("wait", "needs a cursor");
        }
        let wait = reader.number("wait", 0..=u64::from(Self::LONGEST_WAIT));
        Self {
            section: reader.section_id(),
            start: read_start(reader),
            limit: limit.and_then(|limit| u32::try_from(limit).ok()).unwrap_or(Self::DEFAULT_LIMIT),
            wait: wait.and_then(|wait| u32::try_from(wait).ok()).unwrap_or_default(),
            with_versions: !reader.includes(&Self::INCLUDES, |part| part).is_empty(),
        }
    }
}

/// Parameters of a summary.
#[derive(Debug, Hash)]
pub struct SummarizeProductChanges {
    /// The section; `None` for an id that no section can have.
    pub section: Option<SectionId>,
    /// Where to begin.
    pub start: ChangesStart,
}

impl Parameters for SummarizeProductChanges {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id(), start: read_start(reader) }
    }
}

/// Reads the one of `cursor` and `since` that is given.
fn read_start(reader: &mut ParameterReader<'_>) -> ChangesStart {
    let (has_cursor, has_since) = (reader.is_given("cursor"), reader.is_given("since"));
    match (has_cursor, has_since) {
        (true, true) => reader.note("cursor", "must not be sent together with since"),
        (false, false) => reader.note("cursor", "is required, or since for a first request"),
        _ => {}
    }
    let cursor = reader.parsed("cursor", |text| Ok(text.to_owned()));
    let since = reader.parsed("since", |text| {
        read_iso_time(text).ok_or_else(|| {
            "must be an ISO 8601 moment with Z or an offset, such as 2026-01-31T10:00:00Z, or a date".into()
        })
    });
    since.map_or_else(|| ChangesStart::Cursor(cursor.unwrap_or_default()), ChangesStart::Since)
}
