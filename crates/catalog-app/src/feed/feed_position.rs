//! Positions in the feed: the cursors of clients, and the sync point of a catalog.

use super::Feed;
use super::feed_read::FeedRead;
use catalog_domain::change::{FeedCursor, FeedRequest, FeedStart};
use catalog_domain::values::{SectionId, Timestamp};
use catalog_index::Catalog;

/// Where the requested changes begin.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ChangesStart {
    /// At a cursor, as the client sent it.
    Cursor(String),
    /// At a moment.
    Since(Timestamp),
}

/// Why a request of the feed is refused before the log is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FeedRequestError {
    /// The text is not a cursor that this service has issued.
    #[error("is not a cursor of this service")]
    NotACursor,
    /// The cursor is another section's.
    #[error("belongs to another section")]
    CursorOfAnotherSection,
    /// The section is not in the public catalog.
    #[error("the section is not public")]
    SectionNotFound,
}

impl Feed {
    /// The sync point of a section at the revision of `catalog`, as an opaque text.
    pub fn sync_point(&self, catalog: &Catalog, section: SectionId) -> String {
        let head = catalog.log_position();
        let issued_at = self.0.ports.clock.now();
        self.cursors().seal(&FeedCursor::sync_point(head.epoch.clone(), section, head.last, issued_at))
    }

    /// The request for the changes of a section as of this moment, to be read. A cursor of another section is a client
    /// error whether or not the section is public, as any wrong parameter is.
    ///
    /// # Errors
    /// [`FeedRequestError`].
    pub fn request(
        &self,
        catalog: &Catalog,
        section: Option<SectionId>,
        start: &ChangesStart,
    ) -> Result<FeedRead, FeedRequestError> {
        let start = match start {
            ChangesStart::Since(since) => FeedStart::Since(*since),
            ChangesStart::Cursor(text) => {
                let cursor = self.cursors().open(text).ok_or(FeedRequestError::NotACursor)?;
                if Some(cursor.section) != section {
                    return Err(FeedRequestError::CursorOfAnotherSection);
                }
                FeedStart::Cursor(cursor)
            }
        };
        let is_public = |id: &SectionId| catalog.sections().find(*id).is_some();
        let section = section.filter(is_public).ok_or(FeedRequestError::SectionNotFound)?;
        let view = self.0.ports.catalog.feed_view();
        let (now, retention_days, horizon) = (self.0.ports.clock.now(), self.retention_days(), view.horizon);
        Ok(FeedRead::new(self.clone(), FeedRequest { section, start, now, retention_days, horizon }, view))
    }
}
