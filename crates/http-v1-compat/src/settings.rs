//! The settings of this interface.

use actix_web::http::header::{HeaderValue, HttpDate};
use catalog_app::v1_usage::V1UsageCounter;
use catalog_domain::values::Timestamp;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

/// When v1 became deprecated (RFC 9745): 2026-11-01T00:00:00Z.
pub const DEPRECATED_SINCE: Timestamp = Timestamp::from_unix_microseconds(1_793_491_200_000_000);

/// The settings of v1.
#[derive(Debug, Clone)]
pub struct V1Settings {
    /// Whether v1 is served. If not, every route of v1 is a 410 that names its successor.
    pub is_on: bool,
    /// When v1 ends, not before [`DEPRECATED_SINCE`]; `None` while that is not decided.
    pub sunset: Option<Timestamp>,
    /// Where requests are counted.
    pub usage: Arc<V1UsageCounter>,
}

impl Default for V1Settings {
    fn default() -> Self {
        Self { is_on: true, sunset: None, usage: Arc::default() }
    }
}

impl V1Settings {
    /// The value of `Sunset` (RFC 8594): an HTTP date, to the second.
    pub(crate) fn sunset_header(&self) -> Option<HeaderValue> {
        let seconds = u64::try_from(self.sunset?.unix_seconds()).ok()?;
        HeaderValue::from_str(&HttpDate::from(UNIX_EPOCH + Duration::from_secs(seconds)).to_string()).ok()
    }
}
