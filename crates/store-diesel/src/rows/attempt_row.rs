//! The attempts of a source as text.

use super::documents::{decode, encode};
use catalog_domain::accounts::{AttemptHistory, AttemptSlice};
use catalog_domain::ports::StoreError;
use catalog_domain::values::Timestamp;

/// `[[1900000000000000,2]]`: the beginning of each slice in microseconds, and its attempts.
pub(crate) fn encode_history(history: &AttemptHistory) -> Result<String, StoreError> {
    let document = |slice: &AttemptSlice| (slice.begins_at.unix_microseconds(), slice.attempts);
    encode(&history.slices().iter().map(document).collect::<Vec<_>>())
}

/// Reads what [`encode_history`] writes.
pub(crate) fn decode_history(text: &str) -> Result<AttemptHistory, StoreError> {
    let slices: Vec<(i64, u32)> = decode(text, "attempt_windows.slices")?;
    let slice =
        |(begins_at, attempts)| AttemptSlice { begins_at: Timestamp::from_unix_microseconds(begins_at), attempts };
    Ok(AttemptHistory::from_slices(slices.into_iter().map(slice).collect()))
}
