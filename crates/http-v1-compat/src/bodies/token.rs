//! A token that was just issued.

use catalog_domain::ports::IssuedToken;
use catalog_domain::values::Timestamp;
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use utoipa::ToSchema;

/// A new access token. Never printed.
#[derive(Serialize, ToSchema)]
#[schema(as = LegacyToken)]
pub(crate) struct TokenBody {
    /// The access token, for `Authorization: Bearer <token>`.
    #[schema(format = Password)]
    token: String,
}

impl From<IssuedToken> for TokenBody {
    fn from(token: IssuedToken) -> Self {
        Self { token: token.text }
    }
}

const MOMENT: &[BorrowedFormatItem<'_>] =
    format_description!("[day padding:none] [month repr:long] [year], [hour]:[minute]:[second]");

/// The end of a token's validity as text: v1 has no field for it.
pub(crate) fn validity_text(until: Timestamp) -> String {
    let moment = OffsetDateTime::from_unix_timestamp(until.unix_seconds()).ok();
    let text = moment.and_then(|moment| moment.format(MOMENT).ok()).unwrap_or_default();
    format!("The token is valid until {text} UTC.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expiry_of_a_token_is_written_as_text() {
        let until = Timestamp::from_unix_microseconds(1_769_860_800_000_000);
        assert_eq!(validity_text(until), "The token is valid until 31 January 2026, 12:00:00 UTC.");
    }
}
