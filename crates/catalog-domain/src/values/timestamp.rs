//! Moments in UTC, to the microsecond.

/// Microseconds since 1970-01-01T00:00:00Z. Adapters read and write the ISO 8601 text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The moment `microseconds` after the Unix epoch.
    pub const fn from_unix_microseconds(microseconds: i64) -> Self {
        Self(microseconds)
    }

    /// The nearest moment in the years 1 to 9999, which every reader of ISO 8601 takes.
    #[must_use]
    pub fn in_common_years(self) -> Self {
        Self(self.0.clamp(-62_135_596_800_000_000, 253_402_300_799_999_999))
    }

    /// Microseconds since the Unix epoch.
    pub const fn unix_microseconds(self) -> i64 {
        self.0
    }

    /// Whole seconds since the Unix epoch, rounded down.
    pub const fn unix_seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// The moment `seconds` later; saturates at the ends of time.
    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1_000_000)))
    }

    /// The moment so many times 24 hours later.
    #[must_use]
    pub fn plus_days(self, days: u32) -> Self {
        self.plus_seconds(i64::from(days) * 24 * 60 * 60)
    }
}
