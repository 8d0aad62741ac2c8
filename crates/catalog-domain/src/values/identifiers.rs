//! Identifiers, each a type of its own so that one cannot be passed for another.

use std::fmt;

/// Declares newtypes over `i64` with ordering, hashing and decimal display.
macro_rules! integer_identifiers {
    ($($(#[$meta:meta])* $name:ident)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    )+};
}

integer_identifiers! {
    /// The hierarchy id of a section: written in decimal it is the public section id of v2
    /// (`docs/contract.md#section-id`).
    SectionId
    /// The source system's own object id of a section or product: public in v1 only.
    SourceId
    /// The id of a product type.
    ProductTypeId
    /// The id of a feature field, unique over all product types.
    FieldId
    /// The id of a feature group, unique over all product types.
    GroupId
    /// The internal id of an account.
    AccountId
    /// The number of a catalog state; it grows by one with every import run that changed something.
    CatalogRevision
    /// The number of an account state; it grows with every change of any account.
    AccountRevision
    /// The number of a change event: events are numbered in the order of their runs, from 1, without a gap.
    EventNumber
}

impl Default for CatalogRevision {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl CatalogRevision {
    /// The revision of a store into which nothing was imported yet: also the default.
    pub const EMPTY: Self = Self(0);

    /// The revision that follows this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Why a text is no public id, of what is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Not a decimal number in its canonical form (no sign, no leading zero).
    #[error("must be a decimal {0} id without sign or leading zeros")]
    Malformed(&'static str),
    /// A well-formed number beyond 64 bits: nothing can have it.
    #[error("no {0} has an id this large")]
    OutOfRange(&'static str),
}

/// How ids are read that paths and bodies have.
macro_rules! public_identifier {
    ($name:ident, $what:literal) => {
        impl $name {
            /// Reads a public id. `0` is well formed, though nothing has it.
            ///
            /// # Errors
            /// [`IdError::Malformed`] but for canonical decimal digits, [`IdError::OutOfRange`] past 64 bits.
            pub fn parse(text: &str) -> Result<Self, IdError> {
                if !is_canonical_decimal(text) {
                    return Err(IdError::Malformed($what));
                }
                text.parse().map(Self).map_err(|_| IdError::OutOfRange($what))
            }

            /// The same; `None` beyond 64 bits.
            ///
            /// # Errors
            /// [`IdError::Malformed`].
            pub fn parse_any(text: &str) -> Result<Option<Self>, IdError> {
                match Self::parse(text) {
                    Err(IdError::OutOfRange(_)) => Ok(None),
                    parsed => parsed.map(Some),
                }
            }
        }
    };
}

public_identifier!(SectionId, "section");
public_identifier!(AccountId, "user");

fn is_canonical_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_id_is_canonical_decimal() {
        assert_eq!(SectionId::parse("1042"), Ok(SectionId(1042)));
        assert_eq!(SectionId::parse("0"), Ok(SectionId(0)));
        assert_eq!(AccountId::parse("7"), Ok(AccountId(7)));
        for bad in ["", "01", "+1", "-1", " 1", "1 ", "1.0", "x", "١"] {
            assert_eq!(SectionId::parse(bad), Err(IdError::Malformed("section")), "{bad:?}");
            assert_eq!(AccountId::parse(bad), Err(IdError::Malformed("user")), "{bad:?}");
        }
        assert_eq!(SectionId::parse("9223372036854775807"), Ok(SectionId(i64::MAX)));
        assert_eq!(SectionId::parse("9223372036854775808"), Err(IdError::OutOfRange("section")));
        assert_eq!(AccountId::parse("9223372036854775808"), Err(IdError::OutOfRange("user")));
    }
}
