//! Moments in bodies.

use catalog_app::text::iso_time;
use catalog_domain::values::Timestamp;
use serde::{Serialize, Serializer};

/// Serialises a moment as ISO 8601 text in UTC.
pub(super) fn as_iso_time<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    iso_time(*at).serialize(serializer)
}
